import { onPlugin } from "../support/onPlugin.ts";
import "../stories/domainContacts.test.ts";

onPlugin();
