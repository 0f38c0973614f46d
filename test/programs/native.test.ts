/** What the native classes tell an engine beside their arguments: the order within a domain, and what it keeps. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

it("what comes first is registered before the rest of its domain, the lock last; the other front's type is an alias", () => {
  const program = join(__dirname, "native", "index.js");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  const { registered, aliases }: { registered: { name: string }[]; aliases: string[][] } = JSON.parse(stdout);
  const names = registered.map(({ name }) => name);
  for (const prefix of ["text", "output"]) {
    const order = names.filter((name) => name.startsWith(prefix));
    expect([order[0], order.at(-1), order.length]).toEqual([`${prefix} ns`, `${prefix} lock`, 6]);
  }
  expect(names.indexOf("bought")).toBeLessThan(names.indexOf("output ns"));
  // Without them a switch of fronts would delete everything, and make it anew.
  expect(aliases.map((each) => each.map((urn) => urn.split("::").slice(2)))).toEqual([
    [["pulumi-nodejs:dynamic/registrar:DomainRegistration", "bought"]],
    [
      ["pulumi-nodejs:dynamic/registrar:DomainLock", "former"],
      ["registrar:index:DomainLock", "twin"],
    ],
  ]);
});
