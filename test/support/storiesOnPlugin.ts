/**
 * The stories of one project of jest.config.cjs: on the plugin, by its classes for TypeScript. Both fronts share the calls of the
 * engine (`fronts/shared`), so a table runs with its first and its last row here, and stories of rows alone don't run; `REGISTRAR_ROWS=all` runs every row. The tables
 * of every argument and of every output are complete, since the plugin wraps each value.
 */
import { onPlugin } from "./pluginFront.ts";

onPlugin();

const isComplete = process.env["REGISTRAR_ROWS"] === "all" || /\/every\w+\.test/.test(expect.getState().testPath ?? "");
const ends = (table: unknown[]) => [...new Set([table.at(0), table.at(-1)])];
const shortened = {
  apply: (each: jest.Each, self: unknown, [table, ...rest]: unknown[]) =>
    Reflect.apply(each, self, [Array.isArray(table) ? ends(table) : table, ...rest]),
};
if (!isComplete) {
  it.each = new Proxy(it.each, shortened);
  describe.each = new Proxy(describe.each, shortened);
}
