import { onPlugin } from "../support/onPlugin.ts";
import "../stories/dnssec.test.ts";

onPlugin();
