import MarkdownIt from 'markdown-it';
import { lexer } from 'marked';
import { decodeBody, diff, lint, parse } from '#llmstxt';
import { listCorpus } from '../llmstxt/corpus.ts';
import { SHAPES } from '../llmstxt/shapes.ts';
import { inTurn, median, report } from './figure.ts';

/** Measures speed and memory of the engine: real files against two Markdown parsers, hostile texts, and comparisons. */
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

/** Files of `links` links before and after a change. */
const CHANGES: Readonly<Record<string, (links: number) => readonly [before: string, after: string]>> = {
  'a section per link, then one section': (links) => [formatList(links, 1), formatList(links, links)],
  'other URLs': (links) => [formatList(links, 10), formatList(links, 10).replaceAll('/page-', '/new-')],
  'other names': (links) => [formatList(links, 10), formatList(links, 10).replaceAll('[Page', '[Part')],
  'sections renamed': (links) => [formatList(links, 10), formatList(links, 10).replaceAll('## ', '## New ')],
};

await reportSpeed();
reportGrowth();
reportGrowthOfDiff();
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
    const [small, large] = [MB / 10, MB].map((bytes) => {
      const body = make(bytes);
      return () => lint({ body, url: URL_OF_FILE });
    });
    if (small && large) reportTenfold(name, small, large, 11);
  }
}

function formatList(links: number, inSection: number): string {
  const lines = Array.from({ length: links }, (_, at) => {
    const heading = at % inSection === 0 ? `\n## Section ${at}\n\n` : '';
    return `${heading}- [Page ${at}](https://example.com/page-${at}): notes of ${at}`;
  });
  return `# Example\n${lines.join('\n')}\n`;
}

/** Reports the growth of a comparison of two files with ten times the links. Only the smaller files fit in the processor's cache. */
function reportGrowthOfDiff(): void {
  for (const [name, make] of Object.entries(CHANGES)) {
    const [small, large] = [1_500, 15_000].map((links) => {
      const [before, after] = make(links).map((text) => parse(text, { url: URL_OF_FILE }));
      return () => before && after && diff(before, after);
    });
    if (small && large) reportTenfold(`diff, ${name}`, small, large, 15);
  }
}

/** Reports the time of the large work, and its ratio to ten times smaller work. */
function reportTenfold(name: string, small: () => unknown, large: () => unknown, atMost: number): void {
  const once = Math.min(measureTime(large, 1), measureTime(large, 1), measureTime(large, 1));
  report({ bench: BENCH, figure: `1 MB: ${name}`, value: once, unit: 'ms', bar: { atMost: 1000 } });
  // Skip a cost that is small against the fixed cost.
  if (once < 20) return;
  const { peerValue, value } = measureTimes(small, large, Math.ceil(STRETCH_MS / once));
  report({ bench: BENCH, figure: `10x: ${name}`, value, unit: 'ms', peer: '0.1 MB', peerValue, bar: { atMost } });
}

/**
 * Measures work for which a visitor waits. Ten runs of the small work equal one run of the large work, so the clock resolution
 * affects both alike. Compares the runs of each round, because a slower machine slows both. `peerValue` follows from the median
 * ratio.
 */
function measureTimes(small: () => unknown, large: () => unknown, times: number): { peerValue: number; value: number } {
  const rounds = Array.from({ length: GROWTH_ROUNDS }, () => ({
    once: measureTime(small, 10 * times) / (10 * times),
    value: measureTime(large, times) / times,
  }));
  const value = median(rounds.map((round) => round.value));
  return { value, peerValue: value / median(rounds.map((round) => round.value / round.once)) };
}

function measureTime(run: () => unknown, times: number): number {
  globalThis.gc?.();
  const start = processorMs();
  for (let time = 0; time < times; time++) run();
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
