import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { decodeBody, type Link, parse } from '#llmstxt';
import { type CorpusFile, listCorpus, readTable } from './corpus.ts';
import { type LintedFile, lintCorpus } from './linted-corpus.ts';

const real = listCorpus('llms');

/** CommonMark without extensions and with unchanged URLs. */
const commonmark = new MarkdownIt('commonmark');
commonmark.normalizeLink = (url) => url;
commonmark.validateLink = () => true;

/** Returns links and bare URLs of an independent CommonMark parser. */
function linksByMarkdownIt(text: string): { links: string[]; bare: string[] } {
  const links: string[] = [];
  const bare: string[] = [];
  for (const { children } of commonmark.parse(text, {})) {
    let inLink = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') links.push(String(token.attrGet('href') ?? ''));
      if (token.type === 'text' && !inLink) bare.push(...addressesIn(token.content));
      inLink = token.type === 'link_open' || (inLink && token.type !== 'link_close');
    }
  }
  return { links, bare };
}

/** Matches bare URLs by a separate pattern with GFM trimming. */
const ADDRESS =
  /(?<![0-9A-Za-z])https?:\/\/[^\s<>"`|[\]{}\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF65]+/gi;

function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([found]) => trimmed(found)).filter((found) => !/^https?:\/*$/i.test(found));
}

function trimmed(address: string): string {
  let url = address;
  for (;;) {
    const unbalanced = url.endsWith(')') && url.split(')').length > url.split('(').length;
    if (!unbalanced && !/[?!.,:;*_~']$/.test(url)) return url;
    url = url.slice(0, -1);
  }
}

function minus(left: readonly string[], right: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of right) counts.set(one, (counts.get(one) ?? 0) + 1);
  return left.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

/** Known classes of differences. A file with another difference fails. */
const DIFFERENCES: readonly { readonly why: string; readonly holds: (text: string) => boolean }[] = [
  {
    why: 'front matter is not Markdown here, and a heading or rule there',
    holds: (text) => /^\uFEFF?---\s/.test(text),
  },
];

describe('parser of 750 real files', () => {
  it('finds the links of an independent CommonMark parser, plus bare URLs', {
    timeout: 60_000,
  }, () => {
    const counts = new Map<string, number>();
    const unexplained: string[] = [];
    for (const { name, text } of real.map(decoded)) {
      const { links } = parse(text);
      const theirs = linksByMarkdownIt(text);
      const written = links.filter(isMarkdown).map((link) => link.href);
      // Markdown finds no link in a broken link, only its bare URL up to the first space.
      const bare = links.filter((link) => !isMarkdown(link)).flatMap(({ href }) => addressesIn(href));
      const differ = [
        ...minus(written, theirs.links),
        ...minus(theirs.links, written),
        ...minus(bare, theirs.bare),
        ...minus(theirs.bare, bare),
      ];
      if (differ.length === 0) continue;
      const reason = DIFFERENCES.find(({ holds }) => holds(text));
      if (reason === undefined) unexplained.push(`${name}: ${differ.slice(0, 3).join(' ')}`);
      else counts.set(reason.why, (counts.get(reason.why) ?? 0) + 1);
    }
    for (const [why, count] of counts) console.log(`${count} files differ: ${why}`);
    expect(unexplained).toEqual([]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(real.length / 100);
  });

  it('reports true positions of links', { timeout: 60_000 }, () => {
    const wrong: string[] = [];
    for (const { name, text } of real.map(decoded)) {
      const starts = lineStarts(text);
      for (const link of parse(text).links) {
        if (!isAt(text, link) || (starts[link.span.line - 1] ?? -1) + link.span.column - 1 !== link.span.start) {
          wrong.push(`${name}:${link.span.line}:${link.span.column}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('linter of 750 real files', () => {
  it('reports true lines and excerpts, and never throws', { timeout: 60_000 }, () => {
    const wrong: string[] = [];
    for (const { name, result } of lintCorpus('llms')) {
      const { text, findings } = result;
      const lines = (text ?? '').split(/\r\n|\n|\r/);
      for (const { id, line, column, excerpt } of findings) {
        if (line === null || column === null || excerpt === null) continue;
        const shown = excerpt.replace(/…$/, '');
        if (!(lines[line - 1] ?? '').startsWith(shown, column - 1)) wrong.push(`${name}:${line}:${column} ${id}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('acceptance of files', () => {
  it.skipIf(real.length === 0)('rejects and accepts at least 99 of 100 files correctly', { timeout: 60_000 }, () => {
    const junk = [
      ...lintCorpus('not-llms'),
      ...pick(lintCorpus('responses'), (kind) => kind !== 'llms'),
      ...lintCorpus('html/soft404', '.html'),
      ...lintCorpus('html/homepages', '.html'),
    ];
    const refused = junk.filter(({ result }) => !result.valid);
    const shouldPass = lintCorpus('llms').filter(isRight);
    const accepted = shouldPass.filter(({ result }) => result.valid);
    const rates = [refused.length / junk.length, accepted.length / shouldPass.length];
    console.log(
      `refused ${refused.length} of ${junk.length} that are none, accepted ${accepted.length} of ${shouldPass.length} that are`,
    );
    console.log(`valid: ${accepted.length} of all ${real.length}`);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.99);
  });

  it.skipIf(real.length === 0)('reports the right rule for each kind of junk answer', () => {
    const expected: Readonly<Record<string, string>> = {
      empty: 'empty-body',
      parking: 'parked-page',
      robots: 'other-format',
      'html-or-js': 'html-body',
      'junk-text': 'no-title',
    };
    const results = new Map(lintCorpus('responses').map(({ name, result }) => [name, result]));
    const wrong = readTable('responses/manifest.tsv').flatMap(([name = '', kind = '']) => {
      const result = results.get(name);
      const rule = expected[kind];
      if (result === undefined || rule === undefined) return [];
      const errors = result.findings.filter(({ severity }) => severity === 'error');
      return errors.some(({ id }) => id === rule) ? [] : [`${name} (${kind}): ${errors.map(({ id }) => id).join()}`];
    });
    expect(wrong).toEqual([]);
  });
});

function decoded({ name, body }: CorpusFile): { name: string; text: string } {
  return { name, text: decodeBody(body).text };
}

function pick(files: readonly LintedFile[], wanted: (kind: string) => boolean): readonly LintedFile[] {
  const kinds = new Map(readTable('responses/manifest.tsv').map(([name = '', kind = '']) => [name, kind]));
  return files.filter(({ name }) => wanted(kinds.get(name) ?? 'llms'));
}

/** Expects an llms.txt if a level-one heading exists outside code. */
function isRight({ name, body }: CorpusFile): boolean {
  // Except manually checked files: a parked page, and robots directives below a banner.
  if (name === 'site__www.popsmash.com.txt' || name === 'site__graphite-note.com.txt') return false;
  let fenced = false;
  let last = '';
  for (const line of decodeBody(body)
    .text.replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    if (
      !fenced &&
      (/^ {0,3}#[ \t]+\S/.test(line) || /^#[A-Za-z]/.test(line) || (/^=+\s*$/.test(line) && last.trim() !== ''))
    )
      return true;
    last = line;
  }
  return false;
}

function isMarkdown({ form }: Link): boolean {
  return form !== 'bare' && form !== 'broken';
}

function isAt(text: string, { form, span }: Link): boolean {
  const written = text.slice(span.start, span.end);
  if (form === 'bare') return /^https?:\/\//i.test(written);
  if (form === 'broken') return written.includes('http') || written.startsWith('[');
  if (form === 'autolink') return /^<[^<>]+>$/.test(written);
  return written.startsWith('[') && (written.endsWith(')') || written.endsWith(']'));
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
  return starts;
}
