import { spawnSync } from "node:child_process";
import { join } from "node:path";

it("the classes of each front name the other's type as an alias, without which a switch would delete everything", () => {
  const program = join(__dirname, "pluginClasses", "index.js");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  const aliases: string[][] = JSON.parse(stdout);
  expect(aliases.map((each) => each.map((urn) => urn.split("::").slice(2)))).toEqual([
    [["pulumi-nodejs:dynamic/registrar:DomainRegistration", "bought"]],
    [
      ["pulumi-nodejs:dynamic/registrar:DomainLock", "former"],
      ["registrar:index:DomainLock", "twin"],
    ],
  ]);
});
