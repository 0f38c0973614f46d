import PQueue from "p-queue";
import type { OperationOptions, OperationResult, RefreshOptions, UpOptions } from "./types.ts";

export interface Command extends OperationOptions {
  name: "preview" | "up" | "refresh" | "destroy" | "import";
  /** Compares without changing the state. */
  isDry: boolean;
  file?: string;
}

/** The operations of a stack on either engine: one at a time, and a preview before `up`. */
export abstract class OneByOne {
  protected readonly queue = new PQueue({ concurrency: 1 });

  protected abstract perform(command: Command): Promise<OperationResult>;

  /** Interrupts the running operation, as Ctrl-C does. */
  protected abstract interrupt(): void;

  preview(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#run({ ...options, name: "preview", isDry: true });
  }

  async up({ preview = true, ...options }: UpOptions = {}): Promise<OperationResult> {
    if (preview) {
      const { expectNoChanges: _, ...rest } = options;
      const previewed = await this.preview(rest);
      if (previewed.exitCode !== 0) return previewed;
    }
    return this.#run({ ...options, name: "up", isDry: false });
  }

  refresh({ previewOnly = false, ...options }: RefreshOptions = {}): Promise<OperationResult> {
    return this.#run({ ...options, name: "refresh", isDry: previewOnly });
  }

  destroy(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#run({ ...options, name: "destroy", isDry: false });
  }

  import(file: string): Promise<OperationResult> {
    return this.#run({ name: "import", isDry: false, file });
  }

  async close(): Promise<void> {
    this.interrupt();
    await this.queue.onIdle();
  }

  #run(command: Command): Promise<OperationResult> {
    return this.queue.add(() => this.perform(command));
  }
}
