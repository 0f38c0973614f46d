/** The page's script: asks every second, and shows what changed. */
import type { DomainWithContent, Snapshot, View } from "../shape.ts";
import { type Revealing, showAddresses, showApprovals, showDomains, showFacts, showLog } from "./around.ts";
import { startDialog } from "./dialog.ts";
import { find, keepToast, toast } from "./dom.ts";
import { showDomain } from "./domain.ts";
import { addDomain, advanceClock } from "./forms.ts";
import { isMoving, isRestricted } from "./model.ts";
import { act, token as askForToken, view as askForView, whenChanged } from "./registrar.ts";

const [second, whenHidden] = [1000, 5000];

let view: View | undefined;
/** The last one that was told: it comes only when it changed. */
let state: Snapshot | undefined;
let isLost = false;
let token = "";
let isTokenShown = false;
/** The domain whose auth code is shown. */
let revealed: string | undefined;
const shown = new Map<string, string>();

/** Shows a part only when what it shows is not what it showed. */
function part(name: string, content: unknown, showPart: () => void, isForced = false): void {
  const text = JSON.stringify(content);
  if (!isForced && shown.get(name) === text) return;
  shown.set(name, text);
  showPart();
}

function selectedDomain({ domains }: Snapshot): DomainWithContent | undefined {
  let wanted = "";
  try {
    wanted = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not one of our links.
  }
  return domains.find(({ name }) => name === wanted) ?? domains[0];
}

/** @param isForced shows the domain again even if nothing of it changed */
function show(isForced = false): void {
  if (view === undefined || state === undefined) return;
  showAll(view, state, isForced);
}

function showAll(view: View, state: Snapshot, isForced: boolean): void {
  const domain = selectedDomain(state);
  const { domains, contacts, approvals, balance, ledger } = state;
  document.title = `${domain === undefined ? "" : `${domain.name} \u00b7 `}Sandbox registrar`;
  const revealToken: Revealing = {
    isOn: isTokenShown,
    toggle: () => {
      isTokenShown = !isTokenShown;
      show();
    },
  };
  const addresses = [view.url, view.dns, view.redirects, token, isTokenShown];
  part("addresses", addresses, () => showAddresses(view, token, revealToken));
  const facts = [view.now.slice(0, 16), view.profile, view.rate, view.faults, balance, ledger.length];
  part("facts", facts, () => showFacts(view, state));
  const links = domains.map((each) => {
    const { name, locked, account, records, forwards } = each;
    return [name, locked, account, isMoving(each, view.now), records.length, forwards.length];
  });
  part("domains", [links, domain?.name, approvals], () => showDomains(state, domain, view.now));
  const reveal: Revealing = {
    isOn: domain !== undefined && revealed === domain.name,
    toggle: () => {
      revealed = reveal.isOn ? undefined : domain?.name;
      show(true);
    },
  };
  const dated = domain && [isRestricted(domain, view.now), isMoving(domain, view.now)];
  const content = [domain, contacts, ledger, dated, approvals];
  part("domain", content, () => showDomain(state, domain, view, reveal), isForced);
  part("approvals", approvals, () => showApprovals(approvals));
  part("log", view.requests, () => showLog(view.requests));
}

async function refresh(): Promise<void> {
  token ||= await askForToken();
  view = await askForView(view?.version);
  state = view.state ?? state;
  show();
}

async function follow(): Promise<void> {
  try {
    await refresh();
    if (isLost) toast("The sandbox answers again.");
    isLost = false;
  } catch {
    isLost = true;
    keepToast("The sandbox does not answer. Has it been stopped?");
  }
  window.setTimeout(() => void follow(), document.hidden ? whenHidden : second);
}

whenChanged(refresh);
startDialog();
find("clear-log").addEventListener("click", () => act("Log cleared.", "DELETE", "/log"));
find("add-domain").addEventListener("click", () => addDomain(view?.serviceNameservers ?? []));
find("advance").addEventListener("click", advanceClock);
window.addEventListener("hashchange", () => {
  if (location.hash === "#main") return;
  revealed = undefined;
  show();
});
void follow();
