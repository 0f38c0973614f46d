/** Runs tasks one after another, in order of arrival. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task, task);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** Runs at most `size` tasks at the same time. */
export class Pool {
  readonly #size: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(size: number) {
    this.#size = Math.max(1, size);
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** Tracks tasks, so that callers can wait until all of them have ended. */
export class Pending {
  readonly #tasks = new Set<Promise<unknown>>();

  note<T>(task: Promise<T>): Promise<T> {
    const ended = task.catch(() => {});
    this.#tasks.add(ended);
    void ended.then(() => this.#tasks.delete(ended));
    return task;
  }

  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }
}
