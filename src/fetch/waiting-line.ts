/** First-come, first-served queue of callers. */
export class WaitingLine {
  readonly #calls = new Set<() => void>();

  get length(): number {
    return this.#calls.size;
  }

  /** Resolves when called. Rejects with the signal's reason if the signal aborts first. */
  wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const call = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      this.#calls.delete(call);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#calls.add(call);
    return promise;
  }

  /** Calls the longest-waiting caller. Returns false if the line is empty. */
  callNext(): boolean {
    const [call] = this.#calls;
    if (call === undefined) return false;
    this.#calls.delete(call);
    call();
    return true;
  }
}
