import { onPlugin } from "../support/onPlugin.ts";
import "../stories/settings.test.ts";

onPlugin();
