/** `zoneRecords` as a program calls it, from the built package. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

it("gives a program the records of a file, warns of what the registrar cannot hold, and loads no schemas", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      "-e",
      `const { zoneRecords } = require("pulumi-registrar");
       const text = require("fs").readFileSync(0, "utf8");
       const kinds = [];
       zoneRecords(text, { onLeftOut: (leftOut) => kinds.push(...leftOut.map(({ kind }) => kind)) });
       let failure;
       try { zoneRecords("www"); } catch ({ code, line, column }) { failure = { code, line, column }; }
       const loaded = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(join(root, "dist"))}));
       console.log(JSON.stringify({ records: zoneRecords(text), kinds, failure, loaded }));`,
    ],
    {
      cwd: root,
      encoding: "utf8",
      input: "$ORIGIN example.com.\n@ SOA ns1 host 1 2 3 4 300\nwww A 192.0.2.1\n_443._tcp WKS 3 1 1 00\n",
    },
  );
  expect(JSON.parse(stdout)).toEqual({
    records: [{ name: "www", type: "A", content: "192.0.2.1", ttl: 300 }],
    kinds: ["soa", "type"],
    failure: { code: "ERR_REGISTRAR_ZONE_FILE", line: 1, column: 4 },
    loaded: expect.arrayContaining([join(root, "dist", "index.js"), join(root, "dist", "zoneFile.js")]),
  });
  expect(stderr.match(/zoneRecords left out/g)).toHaveLength(1);
  expect(stderr).toContain("line 4, _443._tcp.example.com WKS: the registrar does not support records of type WKS");
  const { loaded }: { loaded: string[] } = JSON.parse(stdout);
  expect(loaded.map((file) => readFileSync(file, "utf8")).join("\n")).not.toMatch(/ZodObject/);
});
