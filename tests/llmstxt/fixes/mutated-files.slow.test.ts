import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';
import { applyEdits } from '../../../packages/llmstxt/src/fixes/apply-edits.ts';
import { piece } from '../any-text.ts';
import { listCorpus } from '../corpus.ts';

const URL_OF_FILE = 'https://example.com/docs/llms.txt';
/** Number of random cases. After a change of a fix, run more: `RUNS=100000 npx vitest run --project slow tests/llmstxt/fixes`. */
const RUNS = Number(process.env['RUNS'] ?? 1_000);
const MAX_CHARACTERS = 4_000;
const GOOD = '# Example\n\n> What it is.\n\n## Docs\n\n- [Guide](https://example.com/guide.md): how to start\n';

const texts = [
  GOOD,
  ...listCorpus('llms').map(({ body }) => new TextDecoder().decode(body.subarray(0, MAX_CHARACTERS))),
];

/** Typical damage: lost, repeated and moved lines, and stray marks and blanks. */
type Mutation = (text: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const inLines = (change: (lines: string[], at: number) => void) => (share: number) => (text: string) => {
  const lines = text.split('\n');
  change(lines, Math.floor(share * lines.length));
  return lines.join('\n');
};
const dropLine = place.map<Mutation>(inLines((lines, at) => lines.splice(at, 1)));
const repeatLine = place.map<Mutation>(inLines((lines, at) => lines.splice(at, 0, lines[at] ?? '')));
const joinLines = place.map<Mutation>(inLines((lines, at) => lines.splice(at, 2, lines.slice(at, at + 2).join(' '))));
const insert = fc.tuple(place, piece).map<Mutation>(([share, mark]) => (text) => {
  const at = Math.floor(share * text.length);
  return `${text.slice(0, at)}${mark}${text.slice(at)}`;
});
const spaceInUrl = place.map<Mutation>((share) => (text) => {
  const urls = [...text.matchAll(/https?:\/\/[^\s)]{8,}/g)];
  const chosen = urls[Math.floor(share * urls.length)];
  if (!chosen) return text;
  const at = chosen.index + chosen[0].length - 3;
  return `${text.slice(0, at)} ${text.slice(at)}`;
});
const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.oneof(dropLine, repeatLine, joinLines, insert, spaceInUrl), { maxLength: 5 }),
  )
  .map(([text, mutations]) => mutations.reduce((changed, mutate) => mutate(changed), text));

it('changes no link target, section name or word of mutated real files', {
  timeout: 3_600_000,
}, () => {
  fc.assert(fc.property(mutated, keepsContent), { numRuns: RUNS });
});

function keepsContent(text: string): void {
  const input = { body: text, url: URL_OF_FILE };
  const { findings } = lint(input, { assessQuality: false });
  const fixed = applyFixes(text, findings, { url: URL_OF_FILE });
  if (fixed === text) return;
  // Compare the content without the outer fence and its label.
  const fences = findings.filter(({ id }) => id === 'whole-file-fenced');
  const content = applyEdits(text, fences);
  const [before, after] = [parse(content, { url: URL_OF_FILE }), parse(fixed, { url: URL_OF_FILE })];
  const written = squash(content);

  const targets = new Set(after.links.map(({ url, href }) => squash(url ?? href)));
  const lost = before.links.map(({ url, href }) => squash(url ?? href)).filter((target) => !targets.has(target));
  // The parser cuts a URL at its first space, and the fix completes it.
  const isLost = (target: string) => ![...targets].some((other) => other.startsWith(target));
  expect(lost.filter(isLost)).toEqual([]);
  const known = new Set(before.links.map(({ url, href }) => squash(url ?? href)));
  const added = after.links.filter(({ url, href }) => !known.has(squash(url ?? href)));
  // The fix completes a relative URL.
  const own = (href: string) => href.replace(/^https:\/\/example\.com(?:$|\/(?:docs\/(?:llms\.txt)?)?)/, '');
  expect(added.map(({ href }) => own(squash(href))).filter((href) => !written.includes(href))).toEqual([]);

  const names = new Set(after.sections.map(({ title }) => squash(title)));
  const knownNames = new Set(before.sections.map(({ title }) => squash(title)));
  expect([...knownNames].filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !knownNames.has(name) && !written.includes(name))).toEqual([]);

  // The fix names a bare URL, also in place of the label "URL", and adds the host of a relative URL.
  const [words, fixedWords] = [countWords(content), countWords(fixed)];
  const isLess = (word: string, count: number) => (fixedWords.get(word) ?? 0) < count;
  expect([...words].filter(([word, count]) => word !== 'url' && isLess(word, count))).toEqual([]);
  const allowed = countWords(URL_OF_FILE);
  expect([...fixedWords.keys()].filter((word) => !words.has(word) && !allowed.has(word))).toEqual([]);
}

/** Normalizes case, blanks, escapes and Markdown marks. */
function squash(text: string): string {
  const marks = /[\s\\<>*_`~"'\p{Cf}\p{Cc}]/gu;
  return decode(text).replaceAll('&amp;', '&').toLowerCase().replace(marks, '').replace(/\/$/, '');
}

function countWords(text: string): Map<string, number> {
  // Remove invisible characters and the citations of chats, because a fix removes them even inside a word.
  const visible = decode(text)
    .toLowerCase()
    .replace(/:contentreference\[oaicite:\d+\]\{index=\d+\}/g, ' ')
    .replace(/[\p{Cf}\p{Cs}]|(?![\t\r\n])\p{Cc}/gu, '');
  const counts = new Map<string, number>();
  for (const [word] of visible.matchAll(/\p{L}{3,}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Decodes percent-encoding. Invalid UTF-8 becomes a blank. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return ' ';
    }
  });
}
