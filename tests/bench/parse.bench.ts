import MarkdownIt from 'markdown-it';
import { lexer } from 'marked';
import { decodeBody, lint, parse } from '#llmstxt';
import { listCorpus } from '../llmstxt/corpus.ts';
import { SHAPES } from '../llmstxt/shapes.ts';
import { inTurn, median, report } from './figure.ts';

/** Measures speed and memory of the engine: real files against two Markdown parsers, and hostile texts. */
const BENCH = 'parse';
const URL_OF_FILE = 'https://example.com/llms.txt';
const ROUNDS = 3;
const GROWTH_ROUNDS = 7;
/** Measurement time, in ms. The CPU clock has a resolution of 4 ms, which is a fiftieth of it. */
const STRETCH_MS = 200;
const MB = 1_000_000;

/** Stored results, so that the optimizer cannot remove the work. */
const kept: unknown[] = [];

const texts = readTexts();
const megabytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0) / MB;

await reportSpeed();
reportGrowth();
reportMemory();

/** Reads every eighth real file. */
function readTexts(): readonly string[] {
  const real = listCorpus('llms').filter((_, index) => index % 8 === 0);
  if (real.length === 0) throw new Error('this bench needs the folder of real files next to the project');
  return real.map((file) => decodeBody(file.body).text);
}

async function reportSpeed(): Promise<void> {
  const markdownIt = new MarkdownIt();
  const timed = (read: (text: string) => unknown) => () => {
    globalThis.gc?.();
    const start = processorMs();
    for (const text of texts) read(text);
    return megabytes / ((processorMs() - start) / 1000);
  };
  const contenders = {
    parse: timed((text) => parse(text, { url: URL_OF_FILE })),
    rules: timed((text) => lint({ body: text, url: URL_OF_FILE })),
    marked: timed((text) => lexer(text)),
    'markdown-it': timed((text) => markdownIt.parse(text, {})),
  };
  for (const run of Object.values(contenders)) run();
  const speeds = await inTurn(ROUNDS, contenders);
  const peer = speeds.marked > speeds['markdown-it'] ? 'marked' : 'markdown-it';
  const against = { bench: BENCH, unit: 'MB/s', peer, peerValue: speeds[peer] };
  report({ ...against, figure: 'parse', value: speeds.parse, bar: { atLeast: 1 } });
  report({ ...against, figure: 'parse and all rules', value: speeds.rules, bar: { atLeast: 0.5 } });
}

/** Reports growth. The limits are eleven times the time for ten times the text, and a second per megabyte. */
function reportGrowth(): void {
  for (const [name, make] of Object.entries(SHAPES)) {
    const small = make(MB / 10);
    const large = make(MB);
    const once = Math.min(timeOf(large, 1), timeOf(large, 1), timeOf(large, 1));
    report({ bench: BENCH, figure: `1 MB: ${name}`, value: once, unit: 'ms', bar: { atMost: 1000 } });
    // Skip a cost that is small against the fixed cost.
    if (once < 20) continue;
    const { peerValue, value } = timesOf(small, large, Math.ceil(STRETCH_MS / once));
    report({ bench: BENCH, figure: `10x: ${name}`, value, unit: 'ms', peer: '0.1 MB', peerValue, bar: { atMost: 11 } });
  }
}

/**
 * Measures parsing and all rules, for which a visitor waits. Ten runs of the small text equal one run of the large text, so the
 * clock resolution affects both alike. Compares the runs of each round, because a slower machine slows both. `peerValue` follows
 * from the median ratio.
 */
function timesOf(small: string, large: string, times: number): { readonly peerValue: number; readonly value: number } {
  const rounds = Array.from({ length: GROWTH_ROUNDS }, () => ({
    once: timeOf(small, 10 * times) / (10 * times),
    value: timeOf(large, times) / times,
  }));
  const value = median(rounds.map((round) => round.value));
  return { value, peerValue: value / median(rounds.map((round) => round.value / round.once)) };
}

function timeOf(text: string, times: number): number {
  globalThis.gc?.();
  const start = processorMs();
  for (let time = 0; time < times; time++) lint({ body: text, url: URL_OF_FILE });
  return Math.max(processorMs() - start, 0.1);
}

/** Returns the CPU time of this thread, which does not depend on other load. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Measures the memory of a parsed megabyte, without the text. */
function reportMemory(): void {
  const biggest = [...texts].sort((a, b) => b.length - a.length)[0] ?? '';
  const all: [string, string][] = [['largest real file', biggest]];
  for (const [name, make] of Object.entries(SHAPES)) all.push([name, make(MB)]);
  for (const [name, text] of all) {
    const bytes = new TextEncoder().encode(text).length;
    report({
      bench: BENCH,
      figure: `memory: ${name}`,
      value: heldBy(text) / bytes,
      unit: 'x input',
      bar: { atMost: 12 },
    });
  }
}

function heldBy(text: string): number {
  const measured: number[] = [];
  for (let round = 0; round < 3; round++) {
    kept.length = 0;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    kept.push(parse(text, { url: URL_OF_FILE }));
    collectGarbage();
    measured.push(process.memoryUsage().heapUsed - before);
  }
  kept.length = 0;
  return Math.max(0, median(measured));
}

/** Collects twice, because the first run may free references to other objects. */
function collectGarbage(): void {
  globalThis.gc?.();
  globalThis.gc?.();
}
