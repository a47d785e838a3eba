import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { applyFixes, type Finding, type Loss, lint, parse, simulateReaders } from '#llmstxt';
import { lostContent } from './fixes/lost-content.ts';
import { hasLoneEnd } from './has-lone-end.ts';
import { lintCorpus, URL_OF_FILE } from './linted-corpus.ts';

const commonmark = new MarkdownIt('commonmark');

const files = ['llms', 'llms-older'].flatMap((folder) =>
  lintCorpus(folder).flatMap(({ name, result: { kind, text, findings } }) =>
    kind === 'llms' && text !== null ? [{ name, text, findings }] : [],
  ),
);
/** Length of the longest file in which one run fixes all faults. Attempts are limited. */
const SHORT = 60_000;

/** Names and notes that have a lone bracket at an end in the original file. */
const AS_WRITTEN: readonly { readonly why: string; readonly holds: (words: string) => boolean }[] = [
  { why: 'a face', holds: (words) => /[:;]-?[()]$/.test(words) },
  { why: 'the rest of a template', holds: (words) => words.startsWith('}} ') },
];

/** Losses that have no finding on their line. */
const NO_FAULT: readonly { readonly why: string; readonly holds: (loss: Loss, name: string) => boolean }[] = [
  {
    why: 'a quote right under the title is the summary by the proposal; both readers want more text before the first section',
    holds: ({ kind }) => kind === 'summary' || kind === 'title',
  },
  {
    why: 'a line in a code block replaces this section; heading-in-fence reports that line',
    holds: ({ kind, line }, name) => name === 'site__jazz.tools.txt' && kind === 'section' && line === 51,
  },
];

describe('run of the engine on every real file', () => {
  it('keeps all links and words in a fix, and changes nothing in a second fix', {
    timeout: 600_000,
  }, () => {
    const wrong: string[] = [];
    for (const { name, text, findings } of files) {
      const fixed = applyFixes(text, findings, { url: URL_OF_FILE });
      const links = parse(unwrapped(text, findings)).links.length;
      if (parse(fixed).links.length !== links) wrong.push(`${name}: ${links} links, then ${parse(fixed).links.length}`);
      for (const lost of lostContent(text, fixed, URL_OF_FILE)) wrong.push(`${name}: ${lost} is lost`);
      const { findings: all } = lint({ body: fixed, url: URL_OF_FILE }, { assessQuality: false });
      const left = all.filter(({ edits }) => edits.length > 0);
      if (left.length > 0 && text.length < SHORT) wrong.push(`${name}:${left[0]?.line} ${left[0]?.id} is left`);
      if (left.length > 0 && applyFixes(fixed, left, { url: URL_OF_FILE }) !== fixed) {
        wrong.push(`${name}: a second fix changes the text`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reads no link name or note with a lone bracket at an end', { timeout: 120_000 }, () => {
    const wrong: string[] = [];
    for (const { name, text } of files) {
      for (const { title, notes, span } of parse(text).links) {
        for (const words of [title, notes ?? '']) {
          if (hasLoneEnd(words) && !AS_WRITTEN.some(({ holds }) => holds(words))) {
            wrong.push(`${name}:${span.line} ${words}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reports a finding on each item that a reference parser loses', { timeout: 300_000 }, () => {
    const wrong: string[] = [];
    for (const { name, text, findings } of files) {
      const isFound = createFinder(text, findings);
      const { python, javascript } = simulateReaders(text);
      for (const loss of [...python.losses, ...javascript.losses]) {
        if (!isFound(loss.line) && !NO_FAULT.some(({ holds }) => holds(loss, name))) {
          wrong.push(`${name}:${loss.line} ${loss.kind} ${loss.excerpt}`);
        }
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  });
});

/** Removes a fence around the file, because a fence contains no links. */
function unwrapped(text: string, findings: readonly Finding[]): string {
  const fences = findings.filter(({ id }) => id === 'whole-file-fenced');
  return fences.length === 0 ? text : applyFixes(text, fences);
}

/**
 * Creates a check that reports whether a finding is on a line, or on the first line of its item, quote, paragraph or code. An
 * independent CommonMark parser finds these blocks.
 */
function createFinder(text: string, findings: readonly Finding[]): (line: number) => boolean {
  const found = new Set(findings.map(({ line }) => line));
  const blocks = commonmark.parse(text, {}).filter(({ type }) => !/list_open$/.test(type));
  const starts = new Map<string, number>();
  for (const { type, map } of blocks) {
    for (let line = map?.[0] ?? 0; line < (map?.[1] ?? 0); line++) starts.set(`${kindOf(type)} ${line}`, map?.[0] ?? 0);
  }
  return (line) =>
    found.has(line) ||
    ['item', 'quote', 'text'].some((kind) => found.has((starts.get(`${kind} ${line - 1}`) ?? -1) + 1));
}

function kindOf(type: string): string {
  if (type === 'list_item_open') return 'item';
  return type === 'blockquote_open' ? 'quote' : 'text';
}
