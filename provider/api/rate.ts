/**
 * The rate at which an account may be called, learnt from its answers; times are in milliseconds of a steady clock.
 *
 * It starts without any limit. A 429 makes everybody wait. Two in a row, or several among the last twenty answers, say
 * that the rate is too high: the first time it is set to what was accepted in the second before, afterwards it is lowered
 * by the share that was refused. It recovers quickly up to what is known to work, and gently beyond. What a pause cost is
 * made up for afterwards, up to one second's worth of requests, since that is how limiters count.
 *
 * Some servers answer 429 now and then for no reason of ours. When one comes among many accepted requests, a single
 * request is sent after it; if that is accepted, the others need not wait any longer.
 */

/** Answers that say how things go. */
const recentAnswers = 20;
/** With a smaller share of them accepted, the rate is too high. */
const enoughAccepted = 0.8;
const severalRefused = 3;
/** What was accepted in this last stretch is known to work. */
const memoryMs = 1000;
const provenMs = 3000;
/** A lowered rate has its time to show, before it is lowered again. */
const lowerAgainMs = 500;
const lowestFactor = 0.5;
const highestFactor = 0.92;
/** Growth per second, below and above what is known to work. */
const quickGrowth = 0.5;
const gentleGrowth = 0.07;
/** What is known to work is trusted a little less every second. */
const forgettingPerSecond = 0.01;
/** Requests per millisecond below which the rate never falls: one in five seconds. */
const slowest = 0.2 / 1000;
/** Pause of everybody after a 429 that does not say how long. */
const unsaidPauseMs = 100;
const singleRequestAfterMs = 50;
/** What a pause costs is made up for, up to so much. */
const burstMs = 1000;
const madeUpShare = 1;

export class RateControl {
  /** Requests per millisecond. */
  #rate = Number.POSITIVE_INFINITY;
  /** The first rate was a guess from few answers; it grows quickly until it proves too high. */
  #searching = false;
  /** The highest rate that worked. */
  #proven = 0;
  /** Requests that may be sent at once; grows with time. */
  #credit = 0;
  #clock = 0;
  #pausedUntil = 0;
  /** The last request whose refusal made everybody wait. */
  #pausedBy = 0;
  /** The pause comes from a single 429 among many accepted requests. */
  #isLone = false;
  /** When a single request may be sent in spite of the pause. */
  #singleAt = Number.POSITIVE_INFINITY;
  #inARow = 0;
  #loweredAt = Number.NEGATIVE_INFINITY;
  #tickets = 0;
  /** Whether each of the last answers was an acceptance. */
  #answers: boolean[] = [];
  /** When requests were accepted, within the memory. */
  #takenAt: number[] = [];

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
    // Taken although it was sent after the one that was refused: there is room, and nobody else needs to wait.
    if (ticket > this.#pausedBy) this.#pausedUntil = Math.min(this.#pausedUntil, now);
    this.#proven = Math.max(this.#proven, this.#throughput(now, provenMs));
  }

  /** 429. @param retryAfterMs what the registrar asked for, if it did */
  refused(ticket: number, retryAfterMs: number | undefined, now: number): void {
    this.#advance(now);
    const inARow = this.#answers.at(-1) === false;
    this.#note(false);
    const share = this.#answers.filter(Boolean).length / this.#answers.length;
    const isLone = this.#answers.length >= recentAnswers && share >= enoughAccepted;
    this.#inARow = inARow ? this.#inARow + 1 : 0;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + (retryAfterMs ?? unsaidPauseMs));
    this.#pausedBy = Math.max(this.#pausedBy, ticket);
    this.#isLone = isLone;
    this.#singleAt = isLone ? now + singleRequestAfterMs * 4 ** this.#inARow : Number.POSITIVE_INFINITY;
    const tooMany = share < enoughAccepted && this.#answers.filter((accepted) => !accepted).length >= severalRefused;
    if (inARow || tooMany) this.#lower(share, now);
  }

  #lower(share: number, now: number): void {
    if (now - this.#loweredAt < lowerAgainMs) return;
    this.#loweredAt = now;
    if (this.#rate === Number.POSITIVE_INFINITY) {
      this.#rate = Math.max(this.#throughput(now, memoryMs), slowest);
      this.#credit = 0;
      this.#searching = true;
    } else {
      this.#searching = false;
      this.#proven = Math.min(this.#proven, this.#rate);
      this.#rate = Math.max(this.#rate * Math.min(Math.max(share, lowestFactor), highestFactor), slowest);
    }
  }

  /** Requests per millisecond that were accepted lately. */
  #throughput(now: number, lately: number): number {
    const old = this.#takenAt.findIndex((at) => now - at < provenMs);
    this.#takenAt.splice(0, old < 0 ? this.#takenAt.length : old);
    return this.#takenAt.filter((at) => now - at < lately).length / lately;
  }

  /** Lets time pass: credit is earned, and the rate recovers while nobody has to wait. */
  #advance(now: number): void {
    const elapsed = now - this.#clock;
    this.#clock = now;
    if (this.#rate === Number.POSITIVE_INFINITY) {
      this.#credit = 1;
      return;
    }
    const paused = this.pausedForMs(now) > 0;
    const earned = elapsed * this.#rate * (paused && !this.#isLone ? madeUpShare : 1);
    this.#credit = Math.min(this.#credit + earned, Math.max(1, this.#rate * burstMs));
    if (paused) return;
    const isQuick = this.#searching || this.#rate < 0.9 * this.#proven;
    const growth = isQuick ? quickGrowth : gentleGrowth;
    this.#rate *= 1 + (growth * Math.min(elapsed, memoryMs)) / 1000;
    this.#proven *= 1 - (forgettingPerSecond * Math.min(elapsed, memoryMs)) / 1000;
  }

  #note(accepted: boolean): void {
    this.#answers.push(accepted);
    if (this.#answers.length > recentAnswers) this.#answers.shift();
  }
}
