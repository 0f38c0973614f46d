import { RefusedError } from "../../provider/api/errors.ts";
import { refusesRow } from "../../provider/lifecycle/poll.ts";
import { Secrets, secretTexts } from "../../provider/lifecycle/redactionScope.ts";
import { resources } from "../../provider/resources/index.ts";
import { everyElement } from "../support/everyElement.ts";

const facts = { operation: "records.create", domain: "example.com", what: "no", advice: "Correct it." } as const;

everyElement("provider/lifecycle", {
  "poll.ts refusesRow": (status) => refusesRow(new RefusedError({ ...facts, status: Number(status) })),
  // A message may quote a part of a value of these.
  "redactionScope.ts secretTexts": (name) =>
    secretTexts([name], [{ [name]: ["10 mail.example.net"] }]).includes("mail.example.net"),
  // Such a value stays in a message, although it is equal to a secret of the resource.
  "redactionScope.ts naming": (name) => {
    const bag = { [name]: "hunter2", ttl: "hunter2" };
    return new Secrets().scope(resources.dnsRecord, ["ttl"], [bag]).redact("hunter2") === "hunter2";
  },
});

for (const folder of ["fronts", "resources", "imports", "components"]) everyElement(`provider/${folder}`);
