import { everyElement } from "../support/everyElement.ts";

everyElement("testing");
