import { onPlugin } from "../support/onPlugin.ts";
import "../stories/registration.test.ts";

onPlugin();
