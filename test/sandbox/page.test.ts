/** The dashboard page: the document that a browser gets, and its buttons. */
import { createHash } from "node:crypto";
import { type HTMLButtonElement, type HTMLElement, type HTMLInputElement, Window } from "happy-dom";
import type { Sandbox } from "../../testing/sandbox/index.ts";
import { a, com, withSandbox } from "./raw.ts";

/** The page in a DOM without a screen: its own script runs, and its buttons can be pressed, on every machine. */
class OpenPage {
  readonly #window: Window;

  private constructor(url: string, html: string) {
    const settings = { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true };
    this.#window = new Window({ url, settings });
    // The page asks again every second and takes its notices away after some; here nothing happens without a call.
    Object.assign(this.#window, { setTimeout: () => 0, clearTimeout: () => {} });
    this.#window.document.write(html);
  }

  /** Opens the page, and waits until it has shown what it asked for. */
  static async open(url: string): Promise<OpenPage> {
    const page = new OpenPage(url, await (await fetch(url, { headers: { accept: "text/html" } })).text());
    pages.push(page);
    await page.#settled();
    return page;
  }

  close(): Promise<void> {
    return this.#window.happyDOM.close();
  }

  /** Everything a reader finds in the page, without its script. */
  get text(): string {
    const parts = [...this.#window.document.body.children].filter(({ tagName }) => tagName !== "SCRIPT");
    return parts.map(({ textContent }) => textContent).join(" ");
  }

  element(id: string): HTMLElement {
    const found = this.#window.document.getElementById(id);
    if (!(found instanceof this.#window.HTMLElement)) throw new Error(`The page has no element with the id ${id}.`);
    return found;
  }

  get isDialogOpen(): boolean {
    return this.element("dialog").hasAttribute("open");
  }

  /** Presses the button that says this, or has it as its name for those who do not see it. */
  async press(name: string): Promise<void> {
    const buttons: HTMLButtonElement[] = [...this.#window.document.querySelectorAll("button")];
    const button = buttons.find((each) => nameOf(each) === name);
    if (button === undefined) throw new Error(`The page has no button ${JSON.stringify(name)}.`);
    button.focus();
    button.click();
    await this.#settled();
  }

  field(name: string): HTMLInputElement {
    const controls: HTMLInputElement[] = [
      ...this.element("dialog-fields").querySelectorAll("input, select, textarea"),
    ].map((control) => control as HTMLInputElement);
    const field = controls.find((control) => control.name === name);
    if (field === undefined) throw new Error(`The dialog has no field ${name}.`);
    return field;
  }

  /** Chooses in a field as a person does, who changes it. */
  choose(name: string, value: string): void {
    const field = this.field(name);
    field.value = value;
    field.dispatchEvent(new this.#window.Event("change", { bubbles: true }));
  }

  /** The text of a part of the open dialog. */
  shown(name: string): string {
    const found = this.element("dialog-fields").querySelector(`pre[aria-label="${name}"]`);
    if (found === null) throw new Error(`The dialog shows no ${name}.`);
    return found.textContent;
  }

  /** The cells of a column of a list. */
  column(list: string, at: number): string[] {
    const rows = [...this.#window.document.querySelectorAll(`[aria-label="${list}"] tbody tr`)];
    return rows.map((row) => row.children[at]?.textContent ?? "");
  }

  /** Fills the open dialog and sends it. */
  async submit(values: Readonly<Record<string, string>> = {}): Promise<void> {
    if (!this.isDialogOpen) throw new Error("No dialog is open.");
    for (const [name, value] of Object.entries(values)) this.field(name).value = value;
    this.element("dialog-submit").click();
    await this.#settled();
  }

  #settled(): Promise<void> {
    return this.#window.happyDOM.waitUntilComplete();
  }
}

const nameOf = (element: { getAttribute(name: string): string | null; textContent: string } | null): string =>
  element === null ? "" : (element.getAttribute("aria-label") ?? element.textContent);

const pages: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(pages.splice(0).map((page) => page.close())));

const html = { headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" } };
const pageOf = async (sandbox: Sandbox) => {
  const response = await fetch(sandbox.dashboardUrl, html);
  const text = await response.text();
  const contentOf = (tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1] ?? "";
  return { response, text, style: contentOf("style"), script: contentOf("script") };
};

it("the page lets nothing run, load or be sent but what is in it", async () => {
  const { sandbox } = await withSandbox();
  const { response, text, style, script } = await pageOf(sandbox);
  const policy = response.headers.get("content-security-policy") ?? "";
  const digest = (content: string) => {
    expect(content.length).toBeGreaterThan(1000);
    return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  };
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `style-src ${digest(style)}`,
    `script-src ${digest(script)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(text.match(/<\/?script|<style/g)).toEqual(["<style", "<script", "</script"]);
  expect(text).not.toMatch(/<[^>]*\s(on\w+|style)=|javascript:|(src|href)="(?!data:|#)/i);
  // Of the script's own templates, before anything is put into them.
  expect(script.match(/innerHTML.*/g)).toEqual(["innerHTML = marked;"]);
  expect(script).not.toMatch(/outerHTML|insertAdjacent|document\.write|\beval\b|new Function/);
});

it("the templates hold no value that a browser judges before it is filled in, and headings break at words", async () => {
  const { sandbox } = await withSandbox();
  const { script, style } = await pageOf(sandbox);
  // Not "DNS record|s" beside a search field.
  expect(style).toMatch(/\.head h2 \{\s*overflow-wrap: break-word;/);
  // A slot of an attribute has an attribute of its own: `d="{2}"` is an error in the console.
  expect(script).toContain('"data-slot-"');
  const page = await OpenPage.open(sandbox.dashboardUrl);
  expect(page.element("domains").innerHTML).toMatch(/<path[^>]* d="M5 /);
  expect(page.element("main").innerHTML + page.element("domains").innerHTML).not.toMatch(/data-slot-|\{\d+\}/);
});

it("rows that programs don't write read as text, with one note for all", async () => {
  const { sandbox } = await withSandbox();
  const text = (await OpenPage.open(sandbox.dashboardUrl)).element("main").textContent;
  expect(text).toMatch(/HTTPS/);
  expect(text).not.toMatch(/\w+: "/);
  expect(text.match(/Programs leave the rows without buttons alone\./g)).toHaveLength(1);
});

describe("the buttons", () => {
  async function open() {
    const { sandbox, api } = await withSandbox({ dns: true });
    const browser = await OpenPage.open(sandbox.dashboardUrl);
    expect(browser.text).toContain("example.com");
    return { sandbox, api, browser };
  }

  it("do what only a dashboard does", async () => {
    const { sandbox, api, browser } = await open();
    const domain = () => sandbox.domain("example.com");
    await browser.press("Transfer lock of example.com");
    expect(domain().locked).toBe(true);
    await browser.press("Transfer lock of example.com");
    expect([browser.text.includes("Only the dashboard can unlock"), domain().locked]).toEqual([true, true]);
    await browser.press("Cancel");
    expect(domain().locked).toBe(true);
    await browser.press("Transfer lock of example.com");
    await browser.submit();
    expect(domain().locked).toBe(false);
    for (const what of ["Auto-renew", "Privacy", "DNSSEC"]) await browser.press(`${what} of example.com`);
    expect(domain()).toMatchObject({ autoRenew: false, privacy: false, dnssec: true });

    expect(browser.text).not.toContain(domain().authCode);
    await browser.press("Show auth code of example.com");
    expect(browser.shown("Auth code")).toBe(domain().authCode);
    await browser.press("Close");
    expect(browser.text).not.toContain(domain().authCode);

    await browser.press("Edit nameservers of example.com");
    expect(browser.field("nameservers").value).toBe("ns1.atom.com\nns2.atom.com");
    await browser.submit({ nameservers: "a.elsewhere.example\n b.elsewhere.example \n" });
    expect(domain().nameservers).toEqual(["a.elsewhere.example", "b.elsewhere.example"]);

    for (const [email, answer] of [
      ["one@example.com", "Reject"],
      ["two@example.com", "Approve"],
    ] as const) {
      await api.put("/registrar/v1/contacts/ATOM-1001", { email });
      await browser.press("Privacy of example.com");
      expect(browser.text).toContain(`email: ${email}`);
      await browser.press(`${answer} the change of ATOM-1001`);
      await browser.press("Privacy of example.com");
    }
    expect(sandbox.contacts()).toMatchObject([{ email: "two@example.com" }]);
    expect(sandbox.dashboard.pendingApprovals()).toEqual([]);

    const before = sandbox.clock.now().getTime();
    await browser.press("Advance the clock…");
    await browser.submit({ days: "61" });
    expect(sandbox.clock.now().getTime() - before).toBeGreaterThan(60 * 86_400_000);
    await browser.press("Clear");
    expect([sandbox.log.count(), browser.text.includes("Nothing yet.")]).toEqual([0, true]);
  });

  it("add, edit and delete records, forwards and contacts by hand", async () => {
    const { sandbox, browser } = await open();
    await browser.press("Add a record");
    browser.field("name").value = "in";
    browser.choose("type", "MX");
    expect([browser.field("name").value, browser.field("type").value]).toEqual(["in", "MX"]);
    await browser.submit({ priority: "10", content: "mail.example.net", ttl: "300" });
    const [record] = sandbox.records("example.com");
    const mx = { id: record?.id, type: "MX", name: "in", content: "mail.example.net", priority: 10, ttl: 300 };
    expect(sandbox.records("example.com")).toEqual([mx]);

    await browser.press(`Edit record in MX ${record?.id}`);
    await browser.submit({ name: "@", content: "other.example.net", comment: "by hand" });
    const edited = { ...mx, name: "", content: "other.example.net", comment: "by hand" };
    expect(sandbox.records("example.com")).toEqual([edited]);
    await browser.press(`Delete record @ MX ${record?.id}`);
    await browser.submit();
    expect(sandbox.records("example.com")).toEqual([]);

    await browser.press("Add a forward");
    await browser.submit({ source: "go", destination: "https://t.example/" });
    const [forward] = sandbox.forwards("example.com");
    await browser.press(`Delete forward ${forward?.id}`);
    await browser.submit();
    expect(sandbox.forwards("example.com")).toEqual([]);

    await browser.press("Edit contact ATOM-1001");
    await browser.submit({ city: "Reston", address: "One\nTwo" });
    expect(sandbox.contacts()).toMatchObject([{ city: "Reston", address: ["One", "Two"], email: "ada@example.com" }]);
  });

  it("open a row of the log to its request and response, and list edits made by hand", async () => {
    const { sandbox, api, browser } = await open();
    await api.post(`${com}/records`, a);
    await api.post("/registrar/v1/domains/transfer", { domain_name: "theirs.com", authcode: "wrong-but-secret" });
    await browser.press("Transfer lock of example.com");
    const transfer = "POST domains.transfer/domains/transfer";
    const rows = ["PATCH by handexample.com", transfer, "POST records.createexample.com"];
    expect([browser.column("requests", 1), sandbox.log.count()]).toEqual([rows, 2]);
    await browser.press(transfer);
    expect(JSON.parse(browser.shown("Request"))).toEqual({ domain_name: "theirs.com", authcode: "(redacted)" });
    expect(JSON.parse(browser.shown("Response"))).toMatchObject({ error: "not_registered" });
    await browser.press("Close");
    expect(browser.text).not.toContain("not_registered");
    await browser.press("PATCH by handexample.com");
    expect(JSON.parse(browser.shown("Request"))).toEqual({ locked: true });
    expect(JSON.parse(browser.shown("Response"))).toMatchObject({ locked: true, authCode: "(redacted)" });
  });

  it("show the registrar's data as text, never as markup", async () => {
    const { sandbox, api, browser } = await open();
    const hostile = `<img src=x onerror="document.title='caught'"><script>document.title='caught'</script>`;
    const { dashboard } = sandbox;
    dashboard.addRecord("example.com", { type: "TXT", name: "evil", content: hostile, comment: hostile });
    dashboard.addForward("example.com", { source: "go", destination: "javascript:alert(1)", type: "permanent" });
    dashboard.editContact("ATOM-1001", { name: hostile });
    await api.put("/registrar/v1/contacts/ATOM-1001", { email: "new@example.com" });
    await browser.press("Transfer lock of example.com");
    const main = browser.element("main");
    expect(main.querySelectorAll('img, script, [href^="javascript"]')).toHaveLength(0);
    expect(browser.text.split(hostile).length - 1).toBeGreaterThanOrEqual(3);
    expect(browser.text).not.toContain(sandbox.domain("example.com").authCode);
  });
});
