/** The page's script: polls the sandbox every second, and renders changes. */
import type { View } from "../shape.ts";
import { accountCards, facts } from "./account.ts";
import { approvals, log, logFilters } from "./activity.ts";
import { startDialog } from "./dialog.ts";
import { domainCards } from "./domain.ts";
import { act, call, start, whenChanged } from "./forms.ts";
import { fill, find, focusKey, html, keyOf, toast } from "./html.ts";
import { domainFilters, domainList, selectedDomain } from "./list.ts";

const [second, whenHidden] = [1000, 5000];

/** The last response, its clock to the minute. The page renders only if it changes. */
let rendered = "";
let view: View | undefined;
/** The domain that the list has shown as selected. */
let listed: string | undefined;
let token = "";

/** Parts of the page. A wide screen shows the first two and one of the others; a narrow one shows one. */
const parts = ["Domains", "Domain", "Activity", "Account"] as const;
const wide = window.matchMedia("(min-width: 1280px)");

function showPart(part: string): void {
  document.body.dataset["part"] = part;
  if (part === "activity" || part === "account") document.body.dataset["side"] = part;
  showTabs();
}

function showTabs(): void {
  const current = document.body.dataset[wide.matches ? "side" : "part"];
  const waiting = view?.approvals.length ?? 0;
  const tabs = parts.map((name) => {
    const part = name.toLowerCase();
    const count =
      name === "Activity" &&
      waiting > 0 &&
      html`<span class="chip warn">${waiting}<span class="unseen"> pending</span></span>`;
    return html`<button type="button" class="tab" data-tab=${part} aria-pressed=${String(part === current)} data-key=${`tab ${part}`}
      on=${() => showPart(part)}>${name} ${count}</button>`;
  });
  fill("tabs", tabs);
}

function show(): void {
  if (view === undefined) return;
  const all = view;
  // A card takes the search field along before `fill` replaces the old card.
  const focused = keyOf(document.activeElement);
  const selected = selectedDomain(all);
  document.title = `${selected === undefined ? "" : `${selected.name} \u00b7 `}Sandbox registrar`;
  showTabs();
  fill("domain-count", all.domains.length);
  fill("domains", domainList(all, selected));
  // Only when another one is selected: else the list keeps its place.
  if (listed !== selected?.name) find("domains").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  listed = selected?.name;
  fill("main", domainCards(all, selected));
  fill("approvals-body", approvals(all));
  fill("log", log(all));
  fill("facts", facts(all));
  fill("account", accountCards(all, selected, token));
  if (document.activeElement === document.body) focusKey(focused);
}

async function refresh(): Promise<void> {
  if (token === "") token = ((await call("GET", "/credentials")) as { token: string }).token;
  view = (await call("GET", "/state")) as View;
  const text = JSON.stringify({ ...view, now: view.now.slice(0, 16) });
  if (text !== rendered) show();
  rendered = text;
}

let isLost = false;
async function follow(): Promise<void> {
  try {
    await refresh();
    if (isLost) toast("The sandbox responds again.");
    isLost = false;
  } catch {
    isLost = true;
    toast("The sandbox doesn't respond. Has it been stopped?", true);
  }
  window.setTimeout(() => void follow(), document.hidden ? whenHidden : second);
}

whenChanged(refresh);
startDialog();
fill("domain-filters", domainFilters(show));
fill("log-filters", logFilters(show));
find("clear-log").addEventListener("click", () => act("clearLog"));
find("add-domain").addEventListener("click", () => start("addDomain", { nameservers: view?.serviceNameservers }));
find("advance").addEventListener("click", () => start("advanceClock", { days: 60 }));
wide.addEventListener("change", showTabs);
window.addEventListener("hashchange", () => {
  if (location.hash === "#main") return;
  showPart("domain");
  show();
  window.scrollTo(0, 0);
});
void follow();
