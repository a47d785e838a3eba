import { LRUCache } from 'lru-cache';

/** Number of lengths in a mean. This number keeps chance changes of the mean below a tenth. */
const REMEMBERED = 200;
/** Number of guessed lengths at the start, which are needed because short turns end first. */
const GUESSES = 20;

export class MeanLength {
  readonly #lengths: number[];
  #sumMs: number;

  constructor(guessMs: number) {
    this.#lengths = Array<number>(GUESSES).fill(guessMs);
    this.#sumMs = GUESSES * guessMs;
  }

  get ms(): number {
    return this.#sumMs / this.#lengths.length;
  }

  add(ms: number): void {
    this.#lengths.push(ms);
    this.#sumMs += ms;
    if (this.#lengths.length > REMEMBERED) this.#sumMs -= this.#lengths.shift() ?? 0;
  }
}

export interface Turn {
  ms: number;
  isCounted: boolean;
}

/** Mean of the latest turn of each network, in ms. A running turn counts as a whole turn, because short turns end first. */
export class MeanTurn {
  readonly #wholeMs: number;
  #sumMs = 0;
  readonly #latest = new LRUCache<string, Turn>({
    max: REMEMBERED,
    dispose: (turn) => {
      turn.isCounted = false;
      this.#sumMs -= turn.ms;
    },
  });

  constructor(wholeMs: number) {
    this.#wholeMs = wholeMs;
  }

  get ms(): number {
    return this.#latest.size === 0 ? this.#wholeMs : this.#sumMs / this.#latest.size;
  }

  begin(network: string): Turn {
    const turn = { ms: this.#wholeMs, isCounted: true };
    this.#latest.set(network, turn);
    this.#sumMs += turn.ms;
    return turn;
  }

  end(turn: Turn, ms: number): void {
    if (turn.isCounted) this.#sumMs += ms - turn.ms;
    turn.ms = ms;
  }
}
