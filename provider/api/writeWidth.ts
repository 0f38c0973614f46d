/**
 * How many writes of one domain go at once, learnt from the registrar's answers: as many as make it faster. Some registrars
 * write a zone one record after the other, however many come: then more of them only wait there.
 */

/** What any registrar takes. */
const usual = 4;
/** Twice the width must be so many times as fast, or it is no gain. */
const enoughGain = 1.4;

export class WriteWidth {
  readonly #most: number;
  readonly #least: number;
  #width: number;
  /** Writes a millisecond at half this width; 0 at the first one. */
  #before = 0;
  #isSettled = false;
  /** Answers at this width. */
  #answers = 0;
  #since = 0;

  /** @param most never more than so many */
  constructor(most: number) {
    this.#most = most;
    this.#least = Math.min(usual, most);
    this.#width = this.#least;
  }

  get width(): number {
    return this.#width;
  }

  /**
   * A write was answered.
   * @param isBusy do others wait for their turn? Without them nothing is learnt
   * @param isTrouble was there no answer, or did the server fail?
   * @param now milliseconds of a steady clock
   */
  answered(isBusy: boolean, isTrouble: boolean, now: number): void {
    if (this.#isSettled || this.#width >= this.#most) return;
    if (isTrouble) this.#settle(this.#least);
    else if (!isBusy) this.#answers = 0;
    else this.#count(now);
  }

  #count(now: number): void {
    this.#answers += 1;
    // The first of them were still sent at the former width.
    if (this.#answers === this.#width) this.#since = now;
    if (this.#answers < 4 * this.#width) return;
    const speed = (3 * this.#width) / (now - this.#since);
    if (this.#before > 0 && speed < enoughGain * this.#before) {
      this.#settle(this.#width / 2);
      return;
    }
    this.#before = speed;
    this.#width = Math.min(this.#most, 2 * this.#width);
    this.#answers = 0;
  }

  #settle(width: number): void {
    this.#isSettled = true;
    this.#width = Math.max(this.#least, Math.floor(width));
  }
}
