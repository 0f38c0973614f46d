import { RegistrarError } from "../api/index.ts";
import type { UnknownOutcomeError } from "./errors.ts";
import type { Items } from "./items/list.ts";

/** How one thing is made, and looked for. */
interface Creation<Made, Row extends object> {
  send(): Promise<Made>;
  /** Looks for what may have been made; says also what the list showed last. */
  look(): Promise<{ found: Made | undefined; last: Items<Row> }>;
  /** May what failed so be sent again, where the list is proven whole and does not show it? Default: always. */
  mayRepeat?(error: RegistrarError): boolean;
  /** What to say when nobody can know. */
  doubt(error: RegistrarError): UnknownOutcomeError;
}

/**
 * Sends a create. After a doubtful outcome it looks before anything is sent again, and repeats at most once.
 * @throws UnknownOutcomeError when it is not known whether it was made
 */
export async function createOnce<Made, Row extends object>(creation: Creation<Made, Row>): Promise<Made> {
  const { send, look, mayRepeat = () => true, doubt } = creation;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RegistrarError)) throw error;
      // After an attempt that may have been carried out, it may be refused because of just that.
      const mayBeThere = attempt > 1 && (error.status === 400 || error.status === 409);
      if (error.outcome === "no" && !mayBeThere) throw error;
      const looked = await look().catch(() => undefined);
      if (looked?.found !== undefined) return looked.found;
      // Absent for certain, and not repeated yet: once more.
      if (attempt === 1 && looked?.last.complete === true && mayRepeat(error)) continue;
      throw doubt(error);
    }
  }
}
