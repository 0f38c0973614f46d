/** The settings that the state holds: those of the last `up`. The environment wins over them. */
import { type StackState, StateError } from "../state.ts";

export function settingsOf(state: StackState, env: NodeJS.ProcessEnv): (key: string) => string | undefined {
  return (key) => {
    try {
      return state.config(key);
    } catch (error) {
      // A secret that cannot be opened matters only if it is needed, and nothing else says it.
      const isNeeded = key === "registrar:token" && !env["REGISTRAR_API_TOKEN"];
      if (isNeeded || !(error instanceof StateError)) throw error;
      return undefined;
    }
  };
}
