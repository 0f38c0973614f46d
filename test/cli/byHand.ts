/** Edits of example.com in the dashboard, as lines of text. */
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { person } from "../support/records.ts";

const domain = "example.com";

/** Carries out `edit A www {"ttl":900}`, `delete A www`, `add {...}`, and the like. */
export function byHand(sandbox: Sandbox, edit: string): void {
  const { dashboard } = sandbox;
  const [, verb, type, name, json = "{}"] = /^(\w+) ?([A-Z]+)? ?([^{[]\S*)? ?([{[].*)?$/.exec(edit) ?? [];
  const part = JSON.parse(json);
  const idOf = () => {
    const row = sandbox.records(domain).find((each) => each.type === type && (each.name || "@") === name);
    if (row === undefined) throw new Error(`no record ${type} ${name}`);
    return row.id;
  };
  if (verb === "edit") dashboard.editRecord(domain, idOf(), part);
  else if (verb === "delete") dashboard.deleteRecord(domain, idOf());
  else if (verb === "add") dashboard.addRecord(domain, part);
  else if (verb === "forward") dashboard.addForward(domain, part);
  else if (verb === "unforward") dashboard.deleteForward(domain, sandbox.forwards(domain)[0]?.id ?? 0);
  else if (verb === "unlock") dashboard.editDomain(domain, { locked: false });
  else if (verb === "nameservers") dashboard.editDomain("example.net", { nameservers: part });
  else if (verb === "contact") {
    const handle = sandbox.contacts().find(({ email }) => email === person.email)?.handle ?? "";
    dashboard.editContact(handle, part);
  } else throw new Error(edit);
}
