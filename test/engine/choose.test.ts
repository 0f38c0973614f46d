import * as fs from "node:fs";
import * as path from "node:path";
import { chooseEngine } from "../../testing/engine/index.ts";
import { newFolder } from "../support/folder.ts";

const bin = newFolder();
// `echo` of the shell that plays the CLI is built in.
const choose = (more: NodeJS.ProcessEnv = {}) => chooseEngine({ PATH: `/nowhere${path.delimiter}${bin}`, ...more });
const install = (name: string, version = "") => {
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
};

it("the choice passes by a CLI that is too old or has no language host, and says why", async () => {
  install("pulumi", "3.253.9");
  expect(await choose()).toMatchObject({ engine: "local", why: expect.stringContaining("older than 3.254") });
  install("pulumi", "3.254.0");
  expect(await choose()).toMatchObject({ engine: "local", why: expect.stringContaining("pulumi-language-nodejs") });
  await expect(choose({ REGISTRAR_ENGINE: "pulumi" })).rejects.toThrow(
    /^REGISTRAR_ENGINE=pulumi, but .* has no pulumi-language-nodejs in its folder\. Install the Pulumi CLI 3\.254 or newer/,
  );
});

it("the choice takes the CLI on PATH, or the engine that is asked for", async () => {
  install("pulumi", "3.260.0");
  install("pulumi-language-nodejs");
  const cli = { path: path.join(bin, "pulumi"), version: "3.260.0" };
  expect(await choose()).toMatchObject({ engine: "pulumi", cli });
  expect(await choose({ REGISTRAR_ENGINE: "local" })).toEqual({ engine: "local", why: "REGISTRAR_ENGINE=local" });
  await expect(choose({ REGISTRAR_ENGINE: "terraform" })).rejects.toThrow("set it to local or pulumi");
});
