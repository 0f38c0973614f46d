import { onPlugin } from "../support/onPlugin.ts";
import "../stories/transfer.test.ts";

onPlugin();
