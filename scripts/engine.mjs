// Which engine runs whole programs. One that cannot be had is one line, not a trace.

/** @returns the choice; undefined when it was said why there is none */
export async function findEngine() {
  const { chooseEngine, EngineChoiceError } = await import("../dist/internal.js");
  try {
    return await chooseEngine();
  } catch (error) {
    if (!(error instanceof EngineChoiceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
}
