import { lint, QUALITY_CONSTANTS, type QualityAssessment, type QualityPart } from '#llmstxt';
import { readFile } from '../../packages/llmstxt/src/parser/read-file.ts';
import { assessQuality, scoreQuality } from '../../packages/llmstxt/src/quality/assess-quality.ts';
import { measure } from '../../packages/llmstxt/src/quality/measure.ts';
import type { LlmsFile } from '../../packages/llmstxt/src/types/file.ts';
import type { Finding } from '../../packages/llmstxt/src/types/finding.ts';
import { listFilePages, wordsFor } from './quality-text.ts';

/** File to judge. Some findings may count as fixed. */
export interface Judged {
  readonly text: string;
  readonly url: string;
  /** Rules whose findings count as fixed. */
  readonly mended: readonly string[];
}

interface ReadText extends LlmsFile {
  readonly url: string;
}

const files = new WeakMap<Judged, ReadText>();
const faults = new WeakMap<Judged, readonly Finding[]>();

/** Reads each file under judgment once. */
function readJudged(judged: Judged): ReadText {
  const { text, url } = judged;
  const file = files.get(judged) ?? { ...readFile(text, { url }), url };
  files.set(judged, file);
  return file;
}

/** Lints each file under judgment once. */
function listFindings(judged: Judged): readonly Finding[] {
  const { text, url, mended } = judged;
  const found =
    faults.get(judged) ??
    lint({ body: text, url }, { assessQuality: false }).findings.filter(({ id }) => !mended.includes(id));
  faults.set(judged, found);
  return found;
}

export function isValid(judged: Judged): boolean {
  return listFindings(judged).every(({ severity }) => severity !== 'error');
}

export function assess(judged: Judged): QualityAssessment {
  return assessQuality(readJudged(judged), listFindings(judged));
}

/** Returns the score before rounding. */
export function exactScore(judged: Judged): number {
  return scoreQuality(measure(readJudged(judged), listFindings(judged)), QUALITY_CONSTANTS);
}

const LINE_END = /\r\n|\n|\r/;

/** Follows the advice of a part, like an owner who has only the file. */
export function applyAdvice(judged: Judged, part: QualityPart): Judged {
  const { raise } = part;
  if (raise === null) throw new Error(`no advice for ${part.id}`);
  if (part.id === 'form') {
    const title = /^Start with "(.*?)":/.exec(raise)?.[1];
    const mended = listFindings(judged).filter((finding) => finding.title === title);
    return { ...judged, mended: [...judged.mended, ...mended.map(({ id }) => id)] };
  }
  const file = readJudged(judged);
  const apply = {
    orientation: () => introduce(file),
    coverage: () => addPages(file),
    descriptions: () => changeAll(judged, 'descriptions', describeLines),
    grouping: () => group(file, raise),
    size: () => shorten(file),
    health: () => changeAll(judged, 'health', replaceEntries),
  }[part.id];
  return { ...judged, text: apply() };
}

function titleLine({ text, title }: ReadText): number {
  const start = title?.start ?? -1;
  if (start < 0) return -1;
  const lines = text.split(LINE_END);
  const at = text.slice(0, start).split(LINE_END).length - 1;
  return /^\s*=+\s*$/.test(lines[at + 1] ?? '') ? at + 1 : at;
}

/** Returns names of pages that the introduction lacks. */
function namesFor({ text, document: { links, sections } }: ReadText): readonly string[] {
  const said = text.slice(0, sections[0]?.span.start ?? links[0]?.span.start ?? 0).toLowerCase();
  const names = [...links, ...sections].map(({ title }) => title.replace(/[^\p{L}\p{M}\p{N} -]+/gu, ' ').trim());
  const splitWords = (name: string) => name.toLowerCase().match(/\p{L}{4,}|\p{Script=Han}+/gu) ?? [];
  const taken = new Set<string>();
  return names.filter((name) => {
    const fresh = splitWords(name).filter((word) => !said.includes(word) && !taken.has(word));
    for (const word of fresh) taken.add(word);
    return fresh.length > 0 && name.length < 80;
  });
}

/** Adds two or three sentences with words of the pages under the title. */
function introduce(file: ReadText): string {
  const names = namesFor(file);
  const said = [0, 1, 2].map((at) => names.slice(at * 4, at * 4 + 4).join(' and '));
  const [offers = '', others = '', left = ''] = said[0] === '' ? [wordsFor(1, 6), wordsFor(2, 6), ''] : said;
  const sentences = [`We offer ${offers}.`, others && `It is for ${others}.`, left && `Not for ${left}.`];
  const lines = file.text.split(LINE_END);
  let at = titleLine(file) + 1;
  while (/^\s*(?:>|$)/.test(lines[at] ?? '-')) at++;
  return lines.toSpliced(at, 0, '', sentences.filter(Boolean).join(' '), '').join('\n');
}

const FURTHER_PAGES = [
  ['Prices', 'what each plan costs, with discounts and taxes'],
  ['Contact', 'telephone, mail and the address for visitors'],
  ['Delivery', 'how long parcels take and where they are sent'],
  ['Careers', 'open positions with duties and salaries'],
  ['Security', 'how data is encrypted and where incidents are told'],
  ['Complaints', 'what happens after a mistake, and who decides'],
];

function addPages(file: ReadText): string {
  const introduction = toIntroduction(file).match(/\p{L}{5,}/gu) ?? [];
  const items = FURTHER_PAGES.map(([name = '', notes], at) => {
    const about = [notes, ...introduction.slice(at * 3, at * 3 + 3)].join(' ');
    return `- [${name}](${new URL(`/further/${name.toLowerCase()}`, file.url)}): ${name}, ${about}`;
  });
  return `${file.text.trimEnd()}\n\n## Further pages\n\n${items.join('\n')}\n`;
}

/** Returns the first page of each line. */
function pagesByLine(file: ReadText) {
  return new Map(
    listFilePages(file)
      .toReversed()
      .map((page) => [page.line, page]),
  );
}

function mapLines(text: string, change: (line: string, number: number) => string | readonly string[]): string {
  return text
    .split(LINE_END)
    .flatMap((line, at) => change(line, at + 1))
    .join('\n');
}

const CUT_OFF = /\s*(?:\.\.\.|…)[^\p{L}\p{N}]*$/u;

/** Writes notes from the name, unique words, and words of the title and introduction. */
function describeLines(file: ReadText, lines: readonly number[]): string {
  const { links, sections, title } = file.document;
  const toHeading = (number: number) => sections.findLast(({ span }) => span.line < number)?.title;
  const last = new Map(links.map((link) => [link.span.line, link]));
  const introduction = toIntroduction(file).match(/\p{L}{5,}/gu) ?? [];
  let offset = 0;
  return file.text
    .split(/(\r\n|\n|\r)/)
    .map((part, at) => {
      const start = offset;
      offset += part.length;
      const number = at / 2 + 1;
      if (!lines.includes(number)) return part;
      const link = last.get(number);
      const end = link === undefined ? part.length : Math.min(part.length, link.span.end - start);
      const about = [
        wordsFor(500 + number, 2),
        introduction[number % 24],
        introduction[(7 * number) % 24],
        withoutUrls(toHeading(number) ?? title),
      ]
        .filter(Boolean)
        .join(' ');
      const before = part.slice(0, end).trimEnd().replace(CUT_OFF, '');
      const after = part
        .slice(end)
        .replace(/^[\s:–—-]+/, '')
        .replace(CUT_OFF, '');
      return `${before}: ${withoutUrls(link?.title)} with ${about}${after === '' ? '' : `, ${after}`}`;
    })
    .join('');
}

/** Changes the listed lines, then the lines that are listed next. */
function changeAll(
  judged: Judged,
  part: 'descriptions' | 'health',
  change: (file: ReadText, lines: readonly number[]) => string,
): string {
  const changed = new Set<number>();
  for (let now = judged; ; ) {
    const file = readJudged(now);
    // Lint the text only for its health, because findings do not change the descriptions.
    const { lines } = measure(file, part === 'health' ? listFindings(now) : [])[part];
    if (lines.every((line) => changed.has(line))) return now.text;
    for (const line of lines) changed.add(line);
    now = { ...judged, text: change(file, lines) };
  }
}

/** Removes URLs from notes, because such a URL is another page. */
function withoutUrls(text: string | null | undefined): string {
  return (text ?? '').replace(/https?:\/\/\S+/g, '').trim();
}

function toIntroduction(file: ReadText): string {
  const first = listFilePages(file)[0]?.line ?? 1;
  return file.text
    .split(LINE_END)
    .slice(titleLine(file) + 1, first - 1)
    .filter((line) => !/^#/.test(line))
    .map(withoutUrls)
    .join(' ');
}

/** Replaces names and URLs of links in some lines. */
function replaceEntries({ text, url }: ReadText, lines: readonly number[]): string {
  return mapLines(text, (line, number) => {
    if (!lines.includes(number)) return line;
    const [word = '', other = ''] = wordsFor(700 + number, 2).split(' ');
    const isUsable = /\[(?!null|undefined|untitled|404|thank|hello|sample)[^\]]+\]\((?!\))/i.test(line);
    return isUsable
      ? line.replaceAll(/\[([^\]]*)\]\(([^)#?\s]*)[^)\s]*/g, `[$1 ${word}]($2/${word}`)
      : line.replace(/(?:\[[^\]]*\]\([^)]*\))+/, `[${word} ${other}](${new URL(`/${word}-${other}`, url)})`);
  });
}

/** Keeps the items that fit in each part, and links to files with the other items. */
function shorten(file: ReadText): string {
  const { most } = QUALITY_CONSTANTS.size;
  const lines = file.text.split(LINE_END);
  const pages = pagesByLine(file);
  const toBytes = (some: readonly string[]) => new TextEncoder().encode(some.join('\n')).length;
  let kept = lines;
  for (let share = 1; share > 0.3 && toBytes(kept) > most * 0.9; share -= 0.05) {
    let item = 0;
    let isKept = true;
    kept = lines.filter((line, at) => {
      if (pages.has(at + 1)) {
        item++;
        isKept = Math.floor(item * share) > Math.floor((item - 1) * share);
      } else if (/^(?:#|\s*$)/.test(line)) isKept = true;
      return isKept;
    });
  }
  for (let share = 1; share > 0 && toBytes(kept) > most * 0.9; share -= 0.05) {
    kept = kept.filter((line, at) => /^#|\]\(|https?:|^$/.test(line) || at < kept.length * share);
  }
  return `${kept.join('\n')}\n\n- [All pages](${new URL('/all/llms.txt', file.url)}): all the other pages with their notes\n`;
}

function group(file: ReadText, raise: string): string {
  if (raise.startsWith('Divide')) return divide(file);
  return raise.startsWith('Put pages') ? join(file) : rename(file);
}

const EACH = 6;
/** Number of page names in a heading. A cut heading can end with any word. */
const NAMED = 2;
const MOST = 8;

function toName({ name, target }: { readonly name: string; readonly target: string }): string {
  return (name || target.replace(/^https?:\/\/[^/]*/, '')).replace(/[[\]#`/]/g, ' ').trim();
}

/** Divides long lists by headings with page names. */
function divide(file: ReadText): string {
  const pages = pagesByLine(file);
  const lines = [...pages.keys()].toSorted((a, b) => a - b);
  let inList = 0;
  let group = -1;
  return mapLines(file.text, (line, number) => {
    const page = pages.get(number);
    if (page === undefined) return line;
    if (page.group !== group) inList = 0;
    group = page.group;
    if (++inList <= EACH) return line;
    inList = 1;
    const from = lines.indexOf(number);
    const below = lines.slice(from, from + NAMED).flatMap((one) => pages.get(one) ?? []);
    return ['', `## ${below.map(toName).join(', ')}`, '', line];
  });
}

/** Merges adjacent short lists under one heading. Keeps headings that are pages. */
function join(file: ReadText): string {
  const { sections } = file.document;
  const pages = pagesByLine(file);
  const sizes = new Map<number, number>();
  for (const { group } of listFilePages(file)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const words = (at: number) =>
    new Set(
      `${sections[at]?.title} ${sections[at]?.links.map(({ title }) => title).join(' ')}`
        .toLowerCase()
        .match(/\p{L}{4,}/gu),
    );
  const belong = (at: number) => {
    if ([at - 1, at].some((one) => pages.has(sections[one]?.span.line ?? 0))) return false;
    const before = words(at - 1);
    return [...words(at)].some((word) => before.has(word));
  };
  const names = new Map<number, string[]>();
  const gone = new Set<number>();
  let first = 0;
  let together = 0;
  for (const [at, { title, span }] of sections.entries()) {
    const size = sizes.get(at + 1) ?? 0;
    if (first > 0 && together > 0 && together + size <= MOST && belong(at)) {
      gone.add(span.line);
      names.get(first)?.push(title);
      together += size;
    } else {
      first = span.line;
      names.set(first, []);
      together = size;
    }
  }
  return mapLines(file.text, (line, number) =>
    gone.has(number) && /^#/.test(line) ? [] : [line, ...(names.get(number) ?? [])].join(' and '),
  );
}

/** Renames headings after their pages. */
function rename(file: ReadText): string {
  const { sections } = file.document;
  const pages = listFilePages(file);
  const groups = new Map(sections.map(({ span }, at) => [span.line, at + 1]));
  return mapLines(file.text, (line, number) => {
    const names = pages.filter(({ group }) => group === groups.get(number)).map(toName);
    return names.length > 0 && /^#/.test(line) ? `${line}: ${names.slice(0, MOST).join(' and ')}` : line;
  });
}
