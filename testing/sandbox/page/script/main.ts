/** The part of the page's script that runs: asks every second, and shows what changed. */
export const main = String.raw`
let version;
let state;
let view;
let lost = false;
const shown = new Map();

/** Shows a part only when what it shows is not what it showed. */
function part(name, content, showIt, force) {
  const text = JSON.stringify(content);
  if (!force && shown.get(name) === text) return;
  shown.set(name, text);
  showIt();
}

function selectedDomain() {
  let wanted = "";
  try {
    wanted = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not one of our links.
  }
  return state.domains.find((domain) => domain.name === wanted) || state.domains[0];
}

function show(force) {
  const domain = selectedDomain();
  const contacts = state.contacts;
  document.title = (domain ? domain.name + " \u00b7 " : "") + "Sandbox registrar";
  part("addresses", [view.url, view.dns, view.redirects], () => showAddresses(view));
  part("facts", [view.now.slice(0, 16), view.profile, view.rate, view.faults, state.balance, state.ledger.length], () => showFacts(view, state));
  part("domains", [state.domains.map((each) => [each.name, each.locked, each.account, each.records.length, each.forwards.length]), domain && domain.name], () => showDomains(state, domain));
  part("domain", [domain, contacts, domain && isRestricted(domain, view.now)], () => showDomain(state, domain, view), force);
  part("approvals", state.approvals, () => showApprovals(state.approvals));
  part("chart", view.requestRate, () => showChart(view.requestRate));
  part("log", view.requests, () => showLog(view.requests));
}

async function refresh() {
  view = await call("GET", "/view" + (version === undefined ? "" : "?version=" + version));
  version = view.version;
  if (view.state) state = view.state;
  show(false);
}

async function follow() {
  try {
    await refresh();
    if (lost) toast("The sandbox answers again.");
    lost = false;
  } catch {
    lost = true;
    clearTimeout(toastTimer);
    find("toast").textContent = "The sandbox does not answer. Has it been stopped?";
  }
  setTimeout(follow, document.hidden ? 5000 : 1000);
}

addEventListener("hashchange", () => { if (state && location.hash !== "#main") { revealed = null; show(false); } });
follow();
`;
