import type { MarkKind } from '../../types/file.ts';
import type { Run } from '../blocks/block-types.ts';
import {
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  DELETE,
  isEmphasis,
  isWhiteSpace,
  marksBefore,
} from '../characters.ts';
import { trimLoneBrackets, withWrapper } from '../inline/brackets.ts';
import { isUrl } from '../inline/foreign-link.ts';
import type { InlineLink, InlineResult, InlineStructure } from '../inline/inline-types.ts';
import { plainText } from '../inline/plain-text.ts';
import { skipResidue } from '../inline/residue.ts';
import { listStructures } from '../inline/scan-inline.ts';
import { isOddSpace } from '../invisible.ts';
import { type Lead, NO_LEAD, readLead } from './item-lead.ts';
import type { Marks } from './marks.ts';
import { isSeparator } from './separators.ts';
import type { SourceMap } from './source-map.ts';

export interface LinkLabels {
  readonly title: string;
  readonly notes: string | null;
}

const MAX_SEPARATOR = 4;
/** Most characters between two joined links. */
const MAX_JOINER = 12;
const JOINER = /^[\s\p{P}|+]*(?:and|or|und|oder|et|ou|y|o|e)?[\s\p{P}|+]*$/iu;

/** Reads the first paragraph of a list item: name and notes of each link, and marks for unusual forms. */
export function readItem(run: Run, scan: InlineResult, marks: Marks, source: SourceMap): readonly LinkLabels[] {
  const { links } = scan;
  const first = links[0];
  if (first === undefined) return [];
  const structures = listStructures(scan);
  const addMark: AddMark = (kind, { start, end }, value, inner) =>
    marks.add(kind, source.span(start, end), value, run.joined === null ? inner : null);
  const lead = readLead(run, first, structures);
  markLead(first, run, lead, addMark);
  markForm(first, run, addMark);
  const words: LinkLabels[] = [];
  let rest: 'links' | 'notes' = 'links';
  for (let index = 0; index < links.length; index++) {
    const link = links[index];
    if (link === undefined) continue;
    const title = readTitle(link, run, scan, index === 0 ? lead : NO_LEAD);
    if (rest === 'notes') {
      words.push({ title, notes: null });
      continue;
    }
    const tail = readTail(run, link, links[index + 1], structures);
    words.push({ title, notes: tail.notes });
    if (index === 0) markTail(link, tail, run, lead, addMark);
    else addMark('further-link', link);
    // After a separator, all text is notes, including its links.
    if (tail.notes !== null && tail.separator !== '') rest = 'notes';
  }
  return words;
}

type AddMark = (
  kind: MarkKind,
  range: { readonly start: number; readonly end: number },
  value?: string,
  inner?: readonly [number, number] | null,
) => void;

function markLead(link: InlineLink, run: Run, lead: Lead, addMark: AddMark): void {
  const { label, isEmphasized, checkBox, nameStart, words, isClear } = lead;
  if (checkBox !== null)
    addMark('check-box', { start: checkBox.start, end: link.end }, '', [checkBox.start, checkBox.end]);
  if (isUrl(link)) {
    const { end } = withWrapper(run.text, link, run.from, run.to);
    addMark('bare-link', link, label, isClear ? [checkBox?.end ?? run.from, end] : null);
  }
  // A URL on a later line leaves the first line of its item without a link.
  if (words !== '' && (!isUrl(link) || /[\r\n]/.test(words)))
    addMark('text-before-link', { start: run.from, end: link.start }, label === '' ? words : label);
  if (isEmphasized) addMark('bold-link', link);
  if (nameStart !== null) {
    addMark('bracket-link', { start: Math.min(nameStart, link.start) - 1, end: link.end }, link.href, [
      nameStart,
      link.textEnd,
    ]);
  }
}

function markForm(link: InlineLink, run: Run, addMark: AddMark): void {
  const { form, href, titled, angled, textStart, textEnd } = link;
  const name: [number, number] = [textStart, textEnd];
  if (form === 'reference') addMark('reference-link', link, href, name);
  if (titled) addMark('titled-link', link, href, name);
  // A rewritten link would lose its title.
  if (angled) addMark('angled-link', link, href, titled ? null : name);
  if (form === 'inline' && run.text.slice(textStart, textEnd).includes(']')) addMark('bracketed-name', link);
}

/** Text after a link, up to the next link or, after a separator, to the end of the item. */
interface Tail {
  readonly separator: string;
  /** Range of the separator with the blanks around it, and with emphasis that closes after it. */
  readonly start: number;
  readonly end: number;
  /** End of the range to replace, which excludes the emphasis. */
  readonly stop: number;
  readonly notes: string | null;
  /** True if the link's end is clear. A following ASCII letter or bracket may belong to the URL. */
  readonly isClear: boolean;
}

function readTail(
  { text, from, to }: Run,
  link: InlineLink,
  next: InlineLink | undefined,
  structures: readonly InlineStructure[],
): Tail {
  const afterLink = skipResidue(text, withWrapper(text, link, from, to).end, structures);
  let start = afterLink;
  while (start < to && isEmphasis(text.charCodeAt(start))) start++;
  const isClosed = start > afterLink;
  start = skipResidue(text, start, structures);
  const bracket = start;
  while (start < to && isClosing(text.charCodeAt(start))) start++;
  let at = skipSpaces(text, start, to);
  let separator = '';
  while (at < to && isSeparator(text.charCodeAt(at)) && separator.length < MAX_SEPARATOR) {
    separator += text.charAt(at);
    at++;
  }
  // "**[a](u):** notes"
  const marks = marksBefore(text, link.start);
  const isMarked = marks !== '' && separator !== '' && text.startsWith(marks, at);
  const end = skipSpaces(text, isMarked ? at + marks.length : at, to);
  const isJoined = separator === '' && next !== undefined;
  // "**[a](u): notes**"
  const open = isClosed || isMarked ? '' : marks;
  const notes = readNotes(text, end, isJoined ? next.start : to, structures, separator === ':', open);
  const isApart = separator !== '' || end > start || text.charCodeAt(end) > DELETE;
  // Emphasis that starts inside of the name, or a link around this link.
  const isOpen = (isClosed && marks === '') || (isJoined && text.startsWith('](', next.start - 2));
  const isClear = start === bracket && isApart && !isOpen;
  return {
    separator,
    start,
    stop: isMarked ? at : end,
    end,
    notes: isJoined && notes !== null && isJoiner(notes) ? null : notes,
    isClear,
  };
}

/** Skips white space, and spaces that are not spaces in Markdown, such as the no-break space of French before a colon. */
function skipSpaces(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (isWhiteSpace(text.charCodeAt(at)) || isOddSpace(text.charCodeAt(at)))) at++;
  return at;
}

/** Matches marks of a sentence that the link begins: `[Guide](url), the first steps`. */
const SENTENCE_MARKS = /^(?:\p{P}+$|[,;.!?]\s+)/u;

function readNotes(
  text: string,
  from: number,
  to: number,
  structures: readonly InlineStructure[],
  isProposed: boolean,
  open: string,
): string | null {
  if (from >= to) return null;
  const written = plainText(text, from, to, structures).replace(open, '').trim();
  const notes = isProposed ? written : trimLoneBrackets(written).replace(SENTENCE_MARKS, '');
  return notes === '' ? null : notes;
}

function isJoiner(words: string): boolean {
  return words.length <= MAX_JOINER && JOINER.test(words);
}

function readTitle(link: InlineLink, run: Run, scan: InlineResult, { label, nameStart }: Lead): string {
  if (isUrl(link)) return trimLoneBrackets(label === '' ? link.href : label);
  const name = plainText(run.text, nameStart ?? link.textStart, link.textEnd, scan.images);
  return link.form === 'broken' ? trimLoneBrackets(name) : name;
}

function isClosing(code: number): boolean {
  return code === CLOSE_PARENTHESIS || code === CLOSE_BRACKET;
}

function markTail(link: InlineLink, tail: Tail, run: Run, lead: Lead, addMark: AddMark): void {
  const { separator, start, stop, end, notes } = tail;
  // The following text may be the second part of a broken URL.
  if (link.fault === 'unclear') return;
  markWrapped(link, run, addMark);
  if (notes === null) {
    addMark('no-notes', link);
    // Common parsers accept a lone colon.
    if (lead.words === '' && /^(?!:)[\s\p{P}]+$/u.test(run.text.slice(start, run.to)))
      addMark('trailing-space', link, '', [start, run.to]);
    return;
  }
  // The words before and after the link are one sentence.
  if (separator === '' && lead.words !== '' && !isUrl(link)) return;
  const isClear = tail.isClear && (lead.isClear || !isUrl(link));
  // All parsers read "[a](b):note". Notes are lost with another separator, or with text before the colon.
  const isProposed = separator === ':' && run.text.charCodeAt(start) === COLON && tail.isClear;
  if (!isProposed) addMark('separator', { start, end }, separator, isClear ? [start, stop] : null);
}

/** Marks an item that continues on the next line. */
function markWrapped(link: InlineLink, run: Run, addMark: AddMark): void {
  if (run.lines === 1) return;
  const { start } = link;
  if (/[\r\n]/.test(run.text.slice(start, run.to)))
    addMark('wrapped-notes', { start, end: run.to }, '', [start, run.to]);
}
