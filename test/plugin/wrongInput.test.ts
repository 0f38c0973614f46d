import { onPlugin } from "../support/onPlugin.ts";
import "../stories/wrongInput.test.ts";

onPlugin();
