/** Resources of one domain wait for each other in every way that Pulumi has, and none waits for ever. */
import { withProgram } from "../support/programs.ts";

const ways = ["dependsOn", "dependsOnPromise", "parent", "output", "promise", "component", "child"];
/** What the small engine refuses. */
const more = ["deletedWith", "replaceWith", "transforms", "transformations", "childDeletedWith"];
const domainOf = (way: string) => `${way.toLowerCase()}.example`;

it("the order within a domain makes no circle, whatever else a program says", async () => {
  await withProgram(
    async ({ sandbox, stack }) => {
      const some = stack.engine === "pulumi" ? [...ways, ...more] : ways;
      process.env["WAITS"] = some.join(" ");
      for (const transform of stack.engine === "pulumi" ? ["", "yes"] : [""]) {
        process.env["TRANSFORM"] = transform;
        const { exitCode, output } = await stack.up();
        expect({ exitCode, output: exitCode === 0 ? "" : output }).toEqual({ exitCode: 0, output: "" });
        for (const way of some) {
          expect([way, sandbox.records(domainOf(way)).length, sandbox.domain(domainOf(way)).locked]).toEqual([
            way,
            1,
            true,
          ]);
        }
      }
    },
    { program: "test/programs/waits", sandbox: { domains: [...ways, ...more].map(domainOf) } },
  );
});
