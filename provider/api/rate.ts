/**
 * The rate at which an account may be called, learnt from its answers; times are in milliseconds of a steady clock. By hand,
 * since limiters (p-queue's among them) have to be told the rate.
 *
 * It starts without any limit. A 429 makes everybody wait, as long as Retry-After says. Two in a row, or several among
 * the last twenty answers, say that the rate is too high: the first time it is set to what was accepted in the second
 * before, afterwards it is lowered by the share that was refused. It recovers quickly up to what is known to work, and
 * gently beyond. The requests that a pause held back are made up for afterwards, up to one second's worth.
 *
 * Some servers answer 429 now and then for no reason of ours, or ask for a whole second where a moment would do. When
 * nearly all of the last twenty answers were acceptances, single requests at growing distances find out: once one that
 * was sent after the refusal is accepted, nobody else needs to wait any longer.
 */

/** How many of the last answers are looked at. */
const recentAnswers = 20;
/** With a smaller share of them accepted, and so many refused, the rate is too high. */
const enoughAccepted = 0.8;
const severalRefused = 3;
/** The first rate is what was accepted in this last stretch. */
const firstRateMs = 1000;
/** What was accepted over a stretch this long is known to work; a shorter one would take bursts for a rate. */
const provenMs = 3000;
/** A lowered rate is not lowered again before so much time has passed. */
const lowerAgainMs = 500;
const minFactor = 0.5;
const maxFactor = 0.92;
/** Growth per second, below and above what is known to work. */
const quickGrowth = 0.5;
const gentleGrowth = 0.07;
/** What is known to work is trusted a little less every second. */
const forgettingPerSecond = 0.01;
/** Requests per millisecond below which the rate never falls: one in five seconds. */
const minRate = 0.2 / 1000;
/** Pause of everybody after a 429 that does not say how long. */
const unsaidPauseMs = 100;
/** When a single request may be sent after a refusal; four times as late after each that is refused too. */
const singleAfterMs = 100;
/** How much of a pause is made up for afterwards; also the longest time that counts as passed at once. */
const burstMs = 1000;

export class RateControl {
  /** Requests per millisecond. */
  #rate = Number.POSITIVE_INFINITY;
  /** The first lowering only guesses from few answers; that rate grows quickly until it proves too high. */
  #timesLowered = 0;
  /** The highest rate that worked. */
  #proven = 0;
  /** Requests that may be sent at once; grows with time. */
  #credit = 0;
  #clock = 0;
  #pausedUntil = 0;
  /** The last request that was refused. */
  #pausedBy = 0;
  /** When a single request may be sent in spite of the pause. */
  #singleAt = Number.POSITIVE_INFINITY;
  /** Single requests that were refused too, in this pause. */
  #singlesRefused = 0;
  /** The last request sent when the pause began. */
  #sentBeforePause = 0;
  #refusedInARow = 0;
  #loweredAt = Number.NEGATIVE_INFINITY;
  #tickets = 0;
  /** Whether the registrar accepted each of the last requests. */
  readonly #answers: boolean[] = [];
  /** When requests were accepted, as far back as `provenMs`. */
  readonly #takenAt: number[] = [];

  /** How long everybody still has to wait because the registrar said so. */
  pausedForMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** How long to wait before the next request may be sent; 0: now. */
  waitMs(now: number): number {
    this.#advance(now);
    const pause = this.pausedForMs(now);
    if (pause > 0) return Math.max(0, Math.min(pause, this.#singleAt - now));
    return this.#credit >= 1 ? 0 : (1 - this.#credit) / this.#rate;
  }

  /** A request is sent: returns its number. */
  sent(now: number): number {
    this.#advance(now);
    this.#credit -= 1;
    this.#singleAt = Number.POSITIVE_INFINITY;
    this.#tickets += 1;
    return this.#tickets;
  }

  /** The registrar took the request, whatever it said about it. */
  accepted(ticket: number, now: number): void {
    this.#note(true);
    this.#takenAt.push(now);
    while (now - (this.#takenAt[0] ?? now) >= provenMs) this.#takenAt.shift();
    this.#refusedInARow = 0;
    if (ticket > this.#pausedBy) this.#pausedUntil = Math.min(this.#pausedUntil, now);
    this.#proven = Math.max(this.#proven, this.#takenAt.length / provenMs);
  }

  /** 429. @param retryAfterMs what the registrar asked for, if it did */
  refused(ticket: number, retryAfterMs: number | undefined, now: number): void {
    this.#advance(now);
    this.#note(false);
    this.#refusedInARow += 1;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (retryAfterMs ?? unsaidPauseMs));
    // Those on their way already when the first was refused say nothing new.
    if (ticket > this.#sentBeforePause) {
      this.#singlesRefused = this.#refusedInARow > 1 ? this.#singlesRefused + 1 : 0;
      this.#sentBeforePause = this.#tickets;
    }
    this.#pausedBy = Math.max(this.#pausedBy, ticket);

    const refusals = this.#answers.filter((accepted) => !accepted).length;
    const share = 1 - refusals / this.#answers.length;
    const isException = this.#answers.length === recentAnswers && share >= enoughAccepted;
    this.#singleAt = isException ? now + singleAfterMs * 4 ** this.#singlesRefused : Number.POSITIVE_INFINITY;
    const isTooMany = share < enoughAccepted && refusals >= severalRefused;
    if (isTooMany || this.#refusedInARow > 1) this.#lower(share, now);
  }

  #lower(share: number, now: number): void {
    if (now - this.#loweredAt < lowerAgainMs) return;
    this.#loweredAt = now;
    this.#timesLowered += 1;
    if (this.#rate === Number.POSITIVE_INFINITY) {
      const taken = this.#takenAt.filter((at) => now - at < firstRateMs).length;
      this.#rate = Math.max(taken / firstRateMs, minRate);
      this.#credit = 0;
    } else {
      this.#proven = Math.min(this.#proven, this.#rate);
      this.#rate = Math.max(this.#rate * Math.min(Math.max(share, minFactor), maxFactor), minRate);
    }
  }

  /** Lets time pass: credit is earned, and the rate recovers while nobody has to wait. */
  #advance(now: number): void {
    const elapsed = Math.min(now - this.#clock, burstMs);
    this.#clock = now;
    if (this.#rate === Number.POSITIVE_INFINITY) {
      this.#credit = 1;
      return;
    }
    this.#credit = Math.min(this.#credit + elapsed * this.#rate, Math.max(1, this.#rate * burstMs));
    if (this.pausedForMs(now) > 0) return;
    const isQuick = this.#timesLowered === 1 || this.#rate < 0.9 * this.#proven;
    this.#rate *= 1 + ((isQuick ? quickGrowth : gentleGrowth) * elapsed) / 1000;
    this.#proven *= 1 - (forgettingPerSecond * elapsed) / 1000;
  }

  #note(accepted: boolean): void {
    this.#answers.push(accepted);
    if (this.#answers.length > recentAnswers) this.#answers.shift();
  }
}
