import { WaitingLine } from './waiting-line.ts';

/** Queue of callers of several networks. Networks take turns, and the callers of one network keep their order. */
export class NetworkLines {
  /** Lines in the order of the networks' turns. A line may be empty after its callers aborted. */
  readonly #lines = new Map<string, WaitingLine>();

  get length(): number {
    let length = 0;
    for (const line of this.#lines.values()) length += line.length;
    return length;
  }

  /** Returns the number of waiting callers before a new caller of the network. */
  countAhead(network: string): number {
    const own = this.#lines.get(network)?.length ?? 0;
    let ahead = own;
    for (const [other, line] of this.#lines) if (other !== network) ahead += Math.min(line.length, own + 1);
    return ahead;
  }

  /** Resolves when called. Rejects with the signal's reason if the signal aborts first. */
  wait(network: string, signal: AbortSignal): Promise<void> {
    const line = this.#lines.get(network) ?? new WaitingLine();
    this.#lines.set(network, line);
    return line.wait(signal);
  }

  /** Calls the longest-waiting caller of the next network. Returns false if nobody waits. */
  callNext(): boolean {
    for (const [network, line] of this.#lines) {
      // Move a network that still waits to the end.
      this.#lines.delete(network);
      if (line.length > 1) this.#lines.set(network, line);
      if (line.callNext()) return true;
    }
    return false;
  }
}
