import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import {
  applyFixes,
  decodeBody,
  type Finding,
  type Link,
  type LintResult,
  type Loss,
  lint,
  parse,
  type ResponseFacts,
  simulateReaders,
} from '#llmstxt';
import { parseDomainName } from '../../src/directory/domain-name.ts';
import { toOutcome } from '../../src/directory/scoring/outcome.ts';
import { isPublicAddress } from '../../src/fetch/is-public-address.ts';
import { aResponse, aVisit, START } from '../directory/a-site.ts';
import { type CorpusFile, listCorpus, readTable } from './corpus.ts';
import { lostLinks, lostWords } from './fixes/lost-content.ts';
import { hasLoneEnd } from './has-lone-end.ts';

const URL_OF_FILE = 'https://example.com/llms.txt';
const ANSWER = aResponse({ url: URL_OF_FILE, headers: { 'content-type': 'text/plain' } });

interface LintedFile extends CorpusFile {
  readonly result: LintResult;
}

const linted = new Map<string, readonly LintedFile[]>();

/** Lints the files of a corpus folder once, with all findings. */
function lintCorpus(folder: string, extension = '.txt'): readonly LintedFile[] {
  const known = linted.get(folder);
  if (known) return known;
  const files = listCorpus(folder, extension).map(({ name, body }) => ({
    name,
    body,
    result: lint({ body, response: ANSWER }, { maxPerRule: Number.POSITIVE_INFINITY, assessQuality: false }),
  }));
  linted.set(folder, files);
  return files;
}

/** Real files with an llms.txt in them. */
const real = lintCorpus('llms').flatMap(({ name, result: { text, document } }) =>
  text === null || document === null ? [] : [{ name, text, links: document.links }],
);

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

/** Matches bare URLs, and variables in their paths, by a separate pattern with GFM trimming. */
const ADDRESS =
  /(?<![0-9A-Za-z])https?:\/\/(?:[^\s<>"`|[\]{}\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF65]|(?<=\w\/\S{0,99})\{\w+\})+/gi;

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

/** Front matter, which is not Markdown here, and a heading or rule there. */
const FRONT_MATTER = /^\uFEFF?---\s/;

describe('parser of 750 real files', () => {
  it('finds the links of an independent CommonMark parser, plus bare URLs', () => {
    const different: string[] = [];
    for (const { name, text, links } of real) {
      const theirs = linksByMarkdownIt(text);
      const written = links.filter(isMarkdown).map((link) => link.href);
      // Markdown finds no link in a broken link, only its bare URL up to the first space.
      const bare = links.filter((link) => !isMarkdown(link)).flatMap(({ href }) => addressesIn(href));
      const more = [...minus(written, theirs.links), ...minus(bare, theirs.bare)];
      const less = [...minus(theirs.links, written), ...minus(theirs.bare, bare)];
      if (more.length + less.length > 0) different.push(`${FRONT_MATTER.test(text)} ${name}: ${more[0]} ${less[0]}`);
    }
    expect(different.filter((one) => !one.startsWith('true'))).toEqual([]);
    expect(different.length).toBeLessThanOrEqual(real.length / 100);
  });

  it('reports true positions of links', () => {
    const wrong: string[] = [];
    for (const { name, text, links } of real) {
      const starts = lineStarts(text);
      for (const link of links) {
        if (!isAt(text, link) || (starts[link.span.line - 1] ?? -1) + link.span.column - 1 !== link.span.start) {
          wrong.push(`${name}:${link.span.line}:${link.span.column}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('linter of 750 real files', () => {
  it('reports true lines and excerpts, and never throws', () => {
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

describe('outcome of a visit', () => {
  it('agrees with the verdict and the findings of every file', () => {
    const results = ['llms', 'responses', 'not-llms'].flatMap((folder) => lintCorpus(folder));
    expect(results.flatMap(({ name, result }) => disagreement(name, ANSWER, result))).toEqual([]);
  });

  it.each([203, 206, 304, 404, 425, 500])('agrees with the verdict and the findings of status %i', (status) => {
    const response = { ...ANSWER, status };
    const wrong = ['responses', 'not-llms']
      .flatMap((folder) => listCorpus(folder))
      .flatMap(({ name, body }) => disagreement(name, response, lint({ body, response }, { assessQuality: false })));
    expect(wrong).toEqual([]);
  });
});

describe('acceptance of files', () => {
  it.skipIf(real.length === 0)('rejects and accepts at least 99 of 100 files correctly', () => {
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

describe('kind and links of real files', () => {
  it('reports every link to a host that cannot be public', () => {
    const missed = [...lintCorpus('llms'), ...lintCorpus('responses')].flatMap(({ name, result }) => {
      const { document, findings } = result;
      const named = new Set(
        findings
          .filter(({ id }) => id === 'bad-url' || id === 'private-target')
          .map(({ line, column }) => `${line}:${column}`),
      );
      return (document?.links ?? []).flatMap(({ url, span }) =>
        url === null || !/^https?:/.test(url) || named.has(`${span.line}:${span.column}`) || isPossible(url)
          ? []
          : [`${name}: ${url}`],
      );
    });
    expect(missed).toEqual([]);
  });

  it('calls no file with a title and a link parked or another format', () => {
    const found = [...lintCorpus('llms'), ...lintCorpus('responses')].flatMap(({ name, result }) => {
      const { kind, document } = result;
      const isMarkdown = document?.title != null && document.links.some(({ place }) => place === 'item');
      return isMarkdown && (kind === 'parked' || kind === 'other-format') ? [name] : [];
    });
    expect(found).toEqual([]);
  });
});

const files = ['llms', 'llms-older'].flatMap((folder) =>
  lintCorpus(folder).flatMap(({ name, result: { kind, text, findings, document } }) =>
    kind === 'llms' && text !== null ? [{ name, text, findings, links: document?.links ?? [] }] : [],
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
  it('keeps all links and words in a fix, and changes nothing in a second fix', () => {
    const wrong: string[] = [];
    for (const { name, text, findings, links } of files) {
      const fixed = applyFixes(text, findings, { url: URL_OF_FILE });
      if (fixed === text && findings.every(({ edits }) => edits.length === 0)) continue;
      const { findings: all, document } = lint({ body: fixed, url: URL_OF_FILE }, { assessQuality: false });
      const [old, now] = [unwrappedLinks(text, findings) ?? links, document?.links ?? []];
      if (now.length !== old.length) wrong.push(`${name}: ${old.length} links, then ${now.length}`);
      const lost = [...lostWords(text, fixed), ...lostLinks(links, now)];
      if (lost.length > 0) wrong.push(`${name}: ${lost.join(', ')} are lost`);
      const left = all.filter(({ edits }) => edits.length > 0);
      if (left.length > 0 && text.length < SHORT) wrong.push(`${name}:${left[0]?.line} ${left[0]?.id} is left`);
      if (left.length > 0 && applyFixes(fixed, left, { url: URL_OF_FILE }) !== fixed) {
        wrong.push(`${name}: a second fix changes the text`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reads no link name or note with a lone bracket at an end', () => {
    const wrong: string[] = [];
    for (const { name, links } of files) {
      for (const { title, notes, span } of links) {
        for (const words of [title, notes ?? '']) {
          if (hasLoneEnd(words) && !AS_WRITTEN.some(({ holds }) => holds(words))) {
            wrong.push(`${name}:${span.line} ${words}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reports a finding on each item that a reference parser loses', () => {
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

/** Returns a description if verdict, findings and outcome of a visit disagree. */
function disagreement(name: string, response: ResponseFacts, result: LintResult): string[] {
  const { kind } = toOutcome(aVisit(START, { response, inspection: { ...result, document: null, readers: [] } }));
  const hasError = result.findings.some(({ severity }) => severity === 'error');
  const isUnknown = result.findings.some(({ outcome }) => outcome === 'unknown');
  const agrees =
    result.valid === (kind === 'valid') &&
    result.valid !== (hasError || isUnknown) &&
    (kind !== 'definitive' || hasError);
  return agrees ? [] : [`${name} with ${response.status}: ${kind}, ${result.valid ? 'valid' : 'invalid'}`];
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

/** Reports whether a public host could have the host of a URL, by the Public Suffix List and IANA's registries. */
function isPossible(url: string): boolean {
  const { hostname } = new URL(url);
  if (hostname.startsWith('[')) return isPublicAddress(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return isPublicAddress(hostname);
  return parseDomainName(hostname, { form: 'name', reserved: false, suffix: true }).ok || hostname.endsWith('.example');
}

/** Returns the links inside a fence around the file, or null without such a fence. A fence contains no links. */
function unwrappedLinks(text: string, findings: readonly Finding[]): readonly Link[] | null {
  const fences = findings.filter(({ id }) => id === 'whole-file-fenced');
  return fences.length === 0 ? null : parse(applyFixes(text, fences)).links;
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
    for (let line = map?.[0] ?? 0; line < (map?.[1] ?? 0); line++) starts.set(`${toKind(type)} ${line}`, map?.[0] ?? 0);
  }
  return (line) =>
    found.has(line) ||
    ['item', 'quote', 'text'].some((kind) => found.has((starts.get(`${kind} ${line - 1}`) ?? -1) + 1));
}

function toKind(type: string): string {
  if (type === 'list_item_open') return 'item';
  return type === 'blockquote_open' ? 'quote' : 'text';
}
