import { onPlugin } from "../support/onPlugin.ts";
import "../stories/foresee.test.ts";

onPlugin();
