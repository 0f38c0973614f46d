import { createRequire } from "node:module";

const { Thing } = createRequire(import.meta.url)("../shelf/things.js");

export default async () => {
  const thing = await Promise.resolve(new Thing("module", { name: "module", content: "from a module" }));
  return { label: thing.label };
};
