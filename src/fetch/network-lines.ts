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
    let count = own;
    for (const [other, line] of this.#lines) if (other !== network) count += Math.min(line.length, own + 1);
    return count;
  }

  /** Resolves when called. Rejects with the signal's reason if the signal aborts first. */
  wait(network: string, signal: AbortSignal): Promise<void> {
    const line = this.#lines.get(network) ?? new WaitingLine();
    this.#lines.set(network, line);
    return line.wait(signal);
  }

  /**
   * Calls the longest-waiting caller of the network with the least use. Of equal networks, the next in turn wins. Returns
   * the network, or null if nobody waits.
   */
  callNext(useOf: (network: string) => number = () => 0): string | null {
    let next: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [network, line] of this.#lines) {
      const use = useOf(network);
      if (line.length === 0) this.#lines.delete(network);
      else if (use < least) [next, least] = [network, use];
    }
    if (next === null) return null;
    const line = this.#lines.get(next);
    // Move a network that still waits to the end.
    this.#lines.delete(next);
    if (line && line.length > 1) this.#lines.set(next, line);
    line?.callNext();
    return next;
  }
}
