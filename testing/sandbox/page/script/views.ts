/** The part of the page's script that shows what there is. */
export const views = String.raw`
function showAddresses(view) {
  const address = (name, text) => make("div", {}, make("dt", {}, name), make("dd", {}, make("code", {}, text)));
  fill(
    find("addresses"),
    address("API", view.url),
    view.dns && address("DNS", "dig @" + view.dns.host + " -p " + view.dns.port),
    view.redirects && address("Redirects", view.redirects.url),
  );
}

function showFacts(view, state) {
  const rows = [
    ["Clock", view.now.slice(0, 16).replace("T", " ")],
    ["Profile", view.profile.join(", ") || "plain"],
    ["Rate limit", view.rate ? view.rate.perSecond + " a second" : "none"],
    ["Faults on", view.faults],
    ["Balance", state.balance.toFixed(2)],
    ["Orders", state.ledger.length],
  ];
  fill(find("facts"), rows.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value)]));
}

function showDomains(state, selected) {
  fill(
    find("domains"),
    state.domains.map((domain) =>
      make("li", {}, make("a", { href: "#" + encodeURIComponent(domain.name), "aria-current": domain === selected && "page", "data-key": "go " + domain.name },
        make("b", {}, domain.name),
        domain.locked && padlock(),
        make("small", {}, domain.account === "other" ? "another account's" : plural(domain.records.length, "record") + ", " + plural(domain.forwards.length, "forward")))),
    ),
  );
}

let revealed = null;

function titleCard(domain, view) {
  const restricted = isRestricted(domain, view.now);
  const toggle = (key, word) =>
    button(domain[key] ? "Turn off" : "Turn on", "Turn " + word + (domain[key] ? " off" : " on") + " for " + domain.name, () =>
      act(word + (domain[key] ? " is off." : " is on."), "PATCH", at(domain), { [key]: !domain[key] }), "quiet small");
  const detail = (term, value, control) => make("div", {}, make("dt", {}, term, control), make("dd", {}, value));
  const shown = revealed === domain.name;
  return make("section", { class: "card title", "aria-labelledby": "domain-title" },
    make("div", { class: "row" },
      make("h2", { id: "domain-title" }, domain.name),
      domain.locked ? chip("locked", "good") : chip("unlocked", "warn"),
      restricted && chip("ICANN lock until " + day(domain.restrictedUntil), "warn"),
      !domain.locked && !restricted && chip("can transfer out"),
      domain.account === "other" && chip("another account's", "bad"),
      make("span", { class: "push" }),
      domain.locked
        ? button("Unlock", "Unlock " + domain.name, () => act(domain.name + " is unlocked.", "PATCH", at(domain), { locked: false }), "")
        : button("Lock", "Lock " + domain.name, () => act(domain.name + " is locked.", "PATCH", at(domain), { locked: true })),
      button(shown ? "Hide auth code" : "Show auth code", (shown ? "Hide" : "Show") + " auth code of " + domain.name, () => { revealed = shown ? null : domain.name; show(true); })),
    shown && make("p", {}, "Auth code ", make("code", {}, domain.authCode)),
    make("dl", { class: "details" },
      detail("Nameservers", domain.nameservers.join(", "), button("Edit", "Edit nameservers of " + domain.name, () => editNameservers(domain, view.serviceNameservers), "quiet small")),
      detail("Expires", day(domain.expires)),
      detail("Auto-renew", domain.autoRenew ? "on" : "off", toggle("autoRenew", "auto-renew")),
      detail("Privacy", domain.privacy ? "on" : "off", toggle("privacy", "privacy"))));
}

const column = (text, look) => make("th", { scope: "col", class: look }, text);
const actions = () => make("th", { scope: "col", class: "number" }, "By hand");

function recordsCard(domain, view) {
  const isServed = domain.nameservers.length > 0 && domain.nameservers.every((host) => view.serviceNameservers.includes(host));
  const rows = domain.records.map((record) => {
    const name = ownerOf(record) + " " + record.type;
    return make("tr", {},
      make("td", {}, make("span", { class: "type " + (typeColours[record.type] || "") }, record.type)),
      make("td", { class: "name mono" }, ownerOf(record)),
      make("td", { class: "value mono" }, recordValue(record), record.comment && make("span", { class: "comment" }, record.comment)),
      make("td", { class: "number" }, record.ttl === undefined ? "\u2013" : record.ttl),
      make("td", { class: "acts" },
        button("Edit", "Edit record " + name + " " + record.id, () => editRecord(domain, record), "quiet small"),
        button("Delete", "Delete record " + name + " " + record.id, () => deleteRecord(domain, record), "quiet small")));
  });
  return make("section", { class: "card", "aria-labelledby": "records-title" },
    make("div", { class: "head" }, make("h2", { id: "records-title" }, "DNS records (" + rows.length + ")"), button("Add a record", "Add a record", () => addRecord(domain, "A", {}))),
    rows.length === 0 ? make("p", { class: "empty" }, isServed ? "No records yet. A program's first up puts them here." : "The domain uses other nameservers: the API refuses records, and the DNS port does not answer.") :
    make("table", {}, make("thead", {}, make("tr", {}, column("Type"), column("Name"), column("Value"), column("TTL", "number"), actions())), make("tbody", {}, rows)));
}

function forwardsCard(domain) {
  const rows = domain.forwards.map((forward) =>
    make("tr", {},
      make("td", { class: "name mono" }, forward.source || "@"),
      make("td", { class: "value mono" }, forward.destination),
      make("td", {}, { permanent: "301 permanent", temporary: "302 temporary" }[forward.type] ?? forward.type),
      make("td", { class: "acts" },
        button("Edit", "Edit forward " + forward.id, () => editForward(domain, forward), "quiet small"),
        button("Delete", "Delete forward " + forward.id, () => deleteForward(domain, forward), "quiet small"))));
  return make("section", { class: "card", "aria-labelledby": "forwards-title" },
    make("div", { class: "head" }, make("h2", { id: "forwards-title" }, "URL forwards (" + rows.length + ")"), button("Add a forward", "Add a forward", () => addForward(domain))),
    rows.length === 0 ? make("p", { class: "empty" }, "No forwards.") :
    make("table", {}, make("thead", {}, make("tr", {}, column("Host"), column("Destination"), column("Type"), actions())), make("tbody", {}, rows)));
}

function contactsCard(state, domain) {
  const roles = (handle) => Object.keys(domain.contacts).filter((role) => domain.contacts[role] === handle);
  return make("section", { class: "card", "aria-labelledby": "contacts-title" },
    make("div", { class: "head" }, make("h2", { id: "contacts-title" }, "Contacts of the account (" + state.contacts.length + ")")),
    state.contacts.length === 0 ? make("p", { class: "empty" }, "No contacts.") :
    make("div", { class: "people" }, state.contacts.map((contact) =>
      make("div", { class: "person" },
        make("div", { class: "row" }, make("span", {}, make("b", {}, contact.name), " ", make("code", {}, contact.handle)), button("Edit", "Edit contact " + contact.handle, () => editContact(contact), "quiet small")),
        make("p", {}, contact.email, contact.verified ? "" : " (not verified)"),
        make("p", {}, [contact.organization, ...contact.address, contact.zip + " " + contact.city, contact.country].filter(Boolean).join(", ")),
        roles(contact.handle).length > 0 && make("p", {}, "here: " + roles(contact.handle).join(", "))))));
}

function showDomain(state, domain, view) {
  const main = find("main");
  if (domain === undefined) return fill(main, make("p", { class: "empty" }, "The account holds no domain."));
  fill(main, titleCard(domain, view), recordsCard(domain, view), forwardsCard(domain), contactsCard(state, domain));
}

function showApprovals(approvals) {
  const body = approvals.length === 0
    ? [make("p", { class: "empty" }, "None. A changed e-mail address of a contact waits here for its owner.")]
    : approvals.map((approval) => {
        const subject = approval.kind === "contact" ? approval.handle : approval.domain;
        return make("div", { class: "waiting" },
          make("p", {}, make("b", {}, subject), " since " + day(approval.at)),
          Object.entries(approval.changes).map(([key, value]) => make("p", { class: "mono" }, key + ": ", make("ins", {}, Array.isArray(value) ? value.join(", ") : value))),
          make("div", { class: "buttons" },
            button("Approve", "Approve the change of " + subject, () => act("Approved.", "POST", "/approvals/" + approval.id + "/approve"), "small"),
            button("Reject", "Reject the change of " + subject, () => act("Rejected.", "POST", "/approvals/" + approval.id + "/reject"), "quiet small")));
      });
  fill(find("approvals-body"), body);
}

function showChart(seconds) {
  const { top, calls, limited, bars } = chartOf(seconds);
  const [left, right, low, high] = [18, 344, 70, 6];
  const width = (right - left) / bars.length;
  const y = (share) => low - share * (low - high);
  const rect = (n, from, to, look) => to > from && shape("rect", { class: look, x: left + n * width + 0.6, width: width - 1.2, y: y(to), height: y(from) - y(to), rx: 1.2 });
  const svg = shape("svg", { viewBox: "0 0 344 84", role: "img", "aria-label": plural(calls, "call") + " in the last minute, " + limited + " of them answered 429" });
  svg.append(
    ...[0.5, 1].map((share) => shape("line", { class: "grid", x1: left, x2: right, y1: y(share), y2: y(share), "stroke-dasharray": "2 4" })),
    shape("line", { class: "base", x1: left, x2: right, y1: low, y2: low }),
    shape("text", { x: left - 5, y: y(1) + 4, "text-anchor": "end" }, String(top)),
    shape("text", { x: left - 5, y: y(0.5) + 4, "text-anchor": "end" }, String(top / 2)),
    shape("text", { x: left, y: 82 }, "a minute ago"),
    shape("text", { x: right, y: 82, "text-anchor": "end" }, "now"),
    ...bars.flatMap((bar, n) => [rect(n, 0, bar.calls, "calls"), rect(n, bar.calls, bar.calls + bar.limited, "limited")]).filter(Boolean),
  );
  fill(find("chart"), svg);
  fill(find("legend"),
    make("span", {}, make("i", {}), plural(calls, "call")),
    make("span", {}, make("i", { class: "limited" }), limited + " answered 429"));
}

function showLog(requests) {
  const rows = [...requests].reverse().map((request) =>
    make("tr", {},
      make("td", { class: "mono" }, clock(request.at)),
      make("td", {}, make("span", { class: "method" + (request.method === "GET" ? "" : " writes") }, request.method), " ", request.operation, make("span", { class: "comment" }, request.domain || request.path)),
      make("td", {}, chip(request.status === 0 ? "none" : request.status, statusTone(request.status)), request.fault && make("span", { class: "comment" }, "fault: " + request.fault)),
      make("td", { class: "number" }, request.ms + " ms")));
  fill(find("log"), rows.length === 0 ? make("p", { class: "empty" }, "Nothing yet. Every request to the API appears here.") :
    make("table", {}, make("thead", {}, make("tr", {}, column("Time"), column("Request"), column("Status"), column("Took", "number"))), make("tbody", {}, rows)));
}
`;
