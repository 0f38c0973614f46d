/** The dashboard page in a real browser: its layout, and whether people who can't see or can't aim can use it. */
import { readFileSync } from "node:fs";
import { Chromium } from "../support/chromium.ts";
import { fileOf, needing } from "../support/optional.ts";
import { com, withSandbox } from "./raw.ts";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

/** Serious findings of axe-core. */
const findings = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) => id + ": " + nodes[0].html))`;
/** Visible controls that a finger misses. */
const tooSmall = `[...document.querySelectorAll("button, select, input, nav a")]
  .filter((each) => each.checkVisibility() && Math.min(each.offsetWidth, each.offsetHeight) < 24)
  .map((each) => each.outerHTML)`;
const press = (name: string) => `document.querySelector(${JSON.stringify(`[data-key="${name}"]`)}).click()`;
const isWide = "document.documentElement.scrollWidth > window.innerWidth";

needing("chromium").describe("the page in Chromium", () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await Chromium.start(fileOf("chromium"));
  });
  afterAll(() => browser.close());

  async function open(count: number) {
    const domains = Array.from({ length: count - 3 }, (_, n) => `name${n}.example`);
    const { sandbox, api } = await withSandbox({ dns: true, domains });
    for (let n = 0; n < 30; n++) {
      sandbox.dashboard.addRecord("example.com", { type: "A", name: `host${n}`, content: "192.0.2.1" });
    }
    await api.put("/registrar/v1/contacts/ATOM-1001", { email: "new@example.com" });
    await api.post(`${com}/records`, { type: "A", name: "www", content: "nowhere" });
    return sandbox;
  }

  it.each([
    { count: 3, width: 390, dark: true },
    { count: 30, width: 1280, dark: false },
  ])("has no serious finding with $count domains, $width pixels wide (dark: $dark)", async ({ count, width, dark }) => {
    const { dashboard, dashboardUrl } = await open(count);
    dashboard.editDomain("example.org", { expires: days(-3) });
    dashboard.editDomain("example.net", { expires: days(20) });
    await browser.open(dashboardUrl, { width, height: 900, dark }, "document.querySelector('#main table')");
    await browser.evaluate(axe);
    for (const part of width < 1280 ? ["domains", "domain", "activity", "account"] : ["activity", "account"]) {
      await browser.evaluate(press(`tab ${part}`));
      const found = [
        await browser.evaluate(findings),
        await browser.evaluate(tooSmall),
        await browser.evaluate(isWide),
      ];
      expect({ part, found }).toEqual({ part, found: [[], [], false] });
    }
    expect(browser.errors).toEqual([]);
  });

  it("shows all of thirty domains, the approvals and the log on one screen, and keeps its place", async () => {
    const { dashboard, dashboardUrl } = await open(30);
    await browser.open(dashboardUrl, { width: 1440, height: 900 }, "document.querySelector('#main table')");
    const tops = `[...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().top)`;
    expect(Math.max(...((await browser.evaluate(tops)) as number[]))).toBeLessThan(1200);
    const below = `["domains", "approvals", "log"].filter((id) => {
      const { top, bottom } = document.getElementById(id).getBoundingClientRect();
      return top < 0 || bottom > window.innerHeight;
    })`;
    expect(await browser.evaluate(below)).toEqual([]);
    const list = "document.getElementById('domains')";
    await browser.evaluate(`${list}.scrollTop = 300, ${press("go name20.example")}`);
    await browser.until("document.getElementById('domain-title').textContent === 'name20.example'");
    dashboard.addRecord("name20.example", { type: "A", name: "new", content: "192.0.2.9" });
    await browser.until("document.getElementById('main').textContent.includes('192.0.2.9')");
    expect(await browser.evaluate(`${list}.scrollTop`)).toBe(300);
    // A domain that an address or a search selects comes into view.
    await browser.evaluate(`${list}.scrollTop = 0, location.hash = "#name9.example"`);
    await browser.until("document.getElementById('domain-title').textContent === 'name9.example'");
    const shown = `(({ top, bottom }, list) => top > list.top - 1 && bottom < list.bottom + 1)(
      ${list}.querySelector("[aria-current]").getBoundingClientRect(), ${list}.getBoundingClientRect())`;
    expect(await browser.evaluate(shown)).toBe(true);
  });
});
