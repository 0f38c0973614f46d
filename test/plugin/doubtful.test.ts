import { onPlugin } from "../support/onPlugin.ts";
import "../stories/doubtful.test.ts";

onPlugin();
