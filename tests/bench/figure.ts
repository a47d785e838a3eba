/** Limit of a figure. `within` limits the distance from 1. */
type Bar = { readonly atLeast: number } | { readonly atMost: number } | { readonly within: number };

/** Measured number with its bar. */
export interface Figure {
  readonly bench: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  /** Value of the peer in this run. */
  readonly peer?: string;
  readonly peerValue?: number;
  /** Limit of the ratio value / peerValue, or of the value if there is no peer. */
  readonly bar?: Bar;
}

const round = (n: number) => Number(n.toPrecision(4));

/** Prints the figure as one JSON line. A missed bar sets exit code 1. */
export function report(figure: Figure): void {
  const { bench, figure: name, value, unit, peer = null, peerValue, bar } = figure;
  const ratio = peerValue === undefined ? null : value / peerValue;
  const judged = ratio ?? value;
  const ok = bar === undefined || meets(judged, bar);
  const line = {
    bench,
    figure: name,
    value: round(value),
    unit,
    peer,
    peer_value: peerValue === undefined ? null : round(peerValue),
    ratio: ratio === null ? null : round(ratio),
    bar: bar === undefined ? null : spell(bar),
    ok,
  };
  console.log(JSON.stringify(line));
  if (!ok) process.exitCode = 1;
}

function meets(judged: number, bar: Bar): boolean {
  if ('atLeast' in bar) return judged >= bar.atLeast;
  return 'atMost' in bar ? judged <= bar.atMost : Math.abs(judged - 1) <= bar.within;
}

function spell(bar: Bar): string {
  if ('atLeast' in bar) return `>= ${bar.atLeast}`;
  return 'atMost' in bar ? `<= ${bar.atMost}` : `1 ± ${bar.within}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Returns the percentile of a share, such as 0.95. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** Runs the contenders in turn, `rounds` times, and returns their medians. Turns spread noise over all contenders. */
export async function inTurn<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const seen = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name) ?? [])])) as Record<Name, number>;
}

/** Calls a function `calls` times. Returns the ms of each call. */
export async function measureTimes(calls: number, run: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times;
}

/** Measures rounds of calls. Returns a function that gives the median over the rounds of a percentile, in ms. */
export async function inRounds(rounds: number, calls: number, run: () => Promise<unknown>) {
  const measured: (readonly number[])[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measureTimes(calls, run));
  return (share: number) => median(measured.map((times) => quantile(times, share)));
}
