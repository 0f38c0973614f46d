/** The settings that the state holds: those of the last `up`. The environment wins over them, but for a provider that the program declares. */
import { type StackAccount, StateError } from "../state.ts";

export function settingsOf({ config, isExplicit }: StackAccount, env: NodeJS.ProcessEnv) {
  return (key: string): string | undefined => {
    try {
      return config(key);
    } catch (error) {
      // A secret that cannot be opened matters only if it is needed, and nothing else says it.
      const isNeeded = key === "registrar:token" && (isExplicit || !env["REGISTRAR_API_TOKEN"]);
      if (isNeeded || !(error instanceof StateError)) throw error;
      return undefined;
    }
  };
}
