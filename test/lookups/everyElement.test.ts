import { everyElement } from "../support/everyElement.ts";

everyElement("provider/lookups");
