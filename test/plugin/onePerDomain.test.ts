import { onPlugin } from "../support/onPlugin.ts";
import "../stories/onePerDomain.test.ts";

onPlugin();
