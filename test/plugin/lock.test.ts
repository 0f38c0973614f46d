import { onPlugin } from "../support/onPlugin.ts";
import "../stories/lock.test.ts";

onPlugin();
