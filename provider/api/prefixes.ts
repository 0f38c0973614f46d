/** Finds many words in one pass over a text: the automaton of Aho and Corasick, in which a state is a beginning of a word. */
export class Prefixes {
  readonly words: readonly (readonly number[])[];
  /** State after a state and a code, under one number for both. */
  readonly #next = new Map<number, number>();
  readonly #lengths = [0];
  /** The longest other state that a state ends with. */
  readonly #shorter = [0];
  /** The longest word that a state ends with; 0 for none. */
  readonly #words = [0];

  constructor(words: readonly (readonly number[])[]) {
    this.words = words;
    const steps: [from: number, code: number, to: number][] = [];
    for (const word of words) {
      let state = 0;
      for (const code of word) {
        let next = this.#next.get(keyOf(state, code));
        if (next === undefined) {
          next = this.#lengths.push((this.#lengths[state] ?? 0) + 1) - 1;
          this.#next.set(keyOf(state, code), next);
          steps.push([state, code, next]);
        }
        state = next;
      }
      this.#words[state] = state;
    }
    // Shorter states first, since a longer one falls back on them.
    steps.sort(([, , a], [, , b]) => this.length(a) - this.length(b));
    for (const [from, code, to] of steps) {
      this.#shorter[to] = from === 0 ? 0 : this.next(this.#shorter[from] ?? 0, code);
      this.#words[to] ??= this.wordAt(this.#shorter[to] ?? 0);
    }
  }

  get size(): number {
    return this.#lengths.length;
  }

  /** The longest state that the text ends with after one more code. */
  next(state: number, code: number): number {
    for (let from = state; ; from = this.#shorter[from] ?? 0) {
      const to = this.#next.get(keyOf(from, code));
      if (to !== undefined) return to;
      if (from === 0) return 0;
    }
  }

  length(state: number): number {
    return this.#lengths[state] ?? 0;
  }

  wordAt(state: number): number {
    return this.#words[state] ?? 0;
  }

  /** The next shorter word that a word ends with; 0 for none. */
  shorterWord(word: number): number {
    return this.wordAt(this.#shorter[word] ?? 0);
  }
}

/** Codes are less than 2^22. */
const keyOf = (state: number, code: number) => state * 0x400000 + code;
