/** The part of the page's script that changes things: every change goes through the admin interface. */
export const actions = String.raw`
const base = location.pathname.replace(/\/$/, "");

async function call(method, path, body) {
  const sent = body === undefined ? { method } : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(base + path, sent);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || "The sandbox answered " + response.status + ".");
  return answer;
}

/** Does it, shows the result, and says so. */
async function act(said, method, path, body) {
  try {
    await call(method, path, body);
    toast(said);
    await refresh();
  } catch (error) {
    toast(error.message);
  }
}

const at = (domain) => "/domains/" + encodeURIComponent(domain.name);

/** What a dialog sends: the same, but an error is the dialog's to show. */
async function submitted(said, method, path, body) {
  await call(method, path, body);
  toast(said);
  await refresh();
}

function editRecord(domain, record) {
  const fields = [{ key: "type", label: "Type", kind: "select", options: recordTypes, fixed: true, wide: true }, ...recordFields(record.type)];
  ask({
    title: "Edit this " + record.type + " record by hand",
    intro: "The program does not know: its next refresh finds drift.",
    fields,
    value: record,
    submit: "Save",
    send: (texts) => submitted("Edited. That is drift now.", "PATCH", at(domain) + "/records/" + record.id, bodyOf(fields, texts, record)),
  });
}

function addRecord(domain, type, texts) {
  const fields = [{ key: "type", label: "Type", kind: "select", options: recordTypes, wide: true }, ...recordFields(type)];
  ask({
    title: "Add a record to " + domain.name + " by hand",
    intro: "Nothing is checked here as the API checks it.",
    fields,
    value: { ...texts, type },
    submit: "Add",
    send: (filled) => submitted("Added.", "POST", at(domain) + "/records", bodyOf(fields, filled)),
    onChange: (event) => {
      if (event.target.name !== "type") return;
      const kept = textsOf(find("dialog-form"));
      find("dialog").close();
      addRecord(domain, event.target.value, kept);
      find("field-type").focus();
    },
  });
}

function deleteRecord(domain, record) {
  ask({
    title: "Delete this record by hand?",
    intro: ownerOf(record) + " " + record.type + " " + recordValue(record),
    submit: "Delete",
    danger: true,
    send: () => submitted("Deleted. That is drift now.", "DELETE", at(domain) + "/records/" + record.id),
  });
}

const forwardFields = [
  { key: "source", label: "Host label", hint: "Empty for the domain itself" },
  { key: "type", label: "Type", kind: "select", options: ["temporary", "permanent", "masked"] },
  { key: "destination", label: "Destination", wide: true, required: true },
];

function editForward(domain, forward) {
  ask({
    title: "Edit this forward by hand",
    intro: "The program does not know: its next refresh finds drift.",
    fields: forwardFields,
    value: forward,
    submit: "Save",
    send: (texts) => submitted("Edited. That is drift now.", "PATCH", at(domain) + "/forwards/" + forward.id, bodyOf(forwardFields, texts, forward)),
  });
}

function addForward(domain) {
  ask({
    title: "Add a forward to " + domain.name + " by hand",
    fields: forwardFields,
    submit: "Add",
    send: (texts) => submitted("Added.", "POST", at(domain) + "/forwards", bodyOf(forwardFields, texts)),
  });
}

function deleteForward(domain, forward) {
  ask({
    title: "Delete this forward by hand?",
    intro: (forward.source || "@") + " to " + forward.destination,
    submit: "Delete",
    danger: true,
    send: () => submitted("Deleted. That is drift now.", "DELETE", at(domain) + "/forwards/" + forward.id),
  });
}

function editNameservers(domain, service) {
  const fields = [{ key: "nameservers", label: "Nameservers, one a line", kind: "list", wide: true, required: true }];
  ask({
    title: "Nameservers of " + domain.name,
    intro: "Records can be managed only while the domain uses the service's own: " + service.join(", ") + ".",
    fields,
    value: domain,
    submit: "Save",
    send: (texts) => submitted("Nameservers changed.", "PATCH", at(domain), bodyOf(fields, texts, domain)),
  });
}

const contactFields = [
  { key: "name", label: "Name" },
  { key: "organization", label: "Organization" },
  { key: "email", label: "E-mail" },
  { key: "phone", label: "Phone" },
  { key: "address", label: "Address, one line each", kind: "list", wide: true },
  { key: "city", label: "City" },
  { key: "zip", label: "ZIP" },
  { key: "state", label: "State" },
  { key: "country", label: "Country" },
];

function editContact(contact) {
  ask({
    title: "Edit contact " + contact.handle + " by hand",
    intro: "Applied at once, without the e-mail the API would send.",
    fields: contactFields,
    value: contact,
    submit: "Save",
    send: (texts) => submitted("Edited. That is drift now.", "PATCH", "/contacts/" + encodeURIComponent(contact.handle), bodyOf(contactFields, texts, contact)),
  });
}

find("clear-log").addEventListener("click", () => act("Log cleared.", "DELETE", "/log"));
find("advance").addEventListener("click", () => {
  const fields = [{ key: "days", label: "Days", kind: "number", min: 0, max: 36500, required: true, wide: true }];
  ask({
    title: "Advance the sandbox's clock",
    intro: "For what happens with time: the 60-day restriction, an approval nobody gives, an expiry.",
    fields,
    value: { days: 60 },
    submit: "Advance",
    send: (texts) => submitted("The clock is ahead.", "POST", "/clock/advance", bodyOf(fields, texts)),
  });
});
`;
