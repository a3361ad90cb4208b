import { syncFile } from "./sync-file.ts";

/** Bytes written before they are flushed, while more is written. */
const EARLY_BYTES = 4 * 1024 * 1024;

/** Flushes a file to disk while it is written, so that little is left to flush at its end. */
export class EarlySync {
  private readonly file: number;
  private unflushed = 0;
  private flushing: Promise<void> | undefined;
  private failure: { readonly error: unknown } | undefined;

  constructor(file: number) {
    this.file = file;
  }

  /** Notes that bytes were written. */
  wrote(bytes: number): void {
    this.unflushed += bytes;
    if (this.unflushed < EARLY_BYTES || this.flushing !== undefined) return;
    this.unflushed = 0;
    this.flushing = this.flush();
  }

  /** Waits for what is being flushed. Throws an error of that: the system reports one only once. */
  async end(): Promise<void> {
    await this.flushing;
    if (this.failure !== undefined) throw this.failure.error;
  }

  private async flush(): Promise<void> {
    try {
      await syncFile(this.file);
    } catch (error) {
      this.failure ??= { error };
    }
    this.flushing = undefined;
  }
}
