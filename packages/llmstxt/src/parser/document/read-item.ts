import type { MarkKind } from '../../types/file.ts';
import type { Run } from '../blocks/block-types.ts';
import { CLOSE_BRACKET, COLON, isEmphasis, isLineEnd, SPACE, skipWhiteSpace } from '../characters.ts';
import type { InlineLink, InlineResult, InlineStructure } from '../inline/inline-types.ts';
import { plainText } from '../inline/plain-text.ts';
import { structuresOf } from '../inline/scan-inline.ts';
import type { Marks } from './marks.ts';
import type { SourceMap } from './source-map.ts';

/** The words of one link of an item. */
export interface LinkWords {
  readonly title: string;
  readonly notes: string | null;
}

/** What may separate a link from its notes: colons, hyphens and dashes, minus, bar, arrow. The first is the proposal's. */
const SEPARATORS = new Set(
  [...':\uFF1A-\u2010\u2011\u2012\u2013\u2014\u2015\u2212|\u2192'].map((mark) => mark.charCodeAt(0)),
);
const MAX_SEPARATOR = 4;
const CHECK_BOX = /^\[[ xX]\][ \t]+/;
/** Between two links these words only join them. */
const MAX_JOINER = 12;
const JOINER = /^[\s,;/|&+·•()]*(?:and|or|und|oder|et|ou|y|o|e)?[\s,;/|&+·•()]*$/i;

/** Reads the first paragraph of a list item: name and notes for each of its links, and marks for what is unusual. */
export function readItem(run: Run, scan: InlineResult, marks: Marks, source: SourceMap): readonly LinkWords[] {
  const { links } = scan;
  const first = links[0];
  if (first === undefined) return [];
  const structures = structuresOf(scan);
  const addMark: AddMark = (kind, { start, end }, value = '', inner = null) => {
    if (!marks.count(kind)) return;
    marks.keep(kind, { ...source.span(start, end), value, inner: run.joined === null ? inner : null });
  };
  const lead = readLead(run, first, structures);
  markLead(first, run, lead, addMark);
  markForm(first, run, addMark);
  const words: LinkWords[] = [];
  let rest: 'links' | 'notes' = 'links';
  for (let index = 0; index < links.length; index++) {
    const link = links[index];
    if (link === undefined) continue;
    const title = titleOf(link, run, scan, index === 0 ? lead : NO_LEAD);
    if (rest === 'notes') {
      words.push({ title, notes: null });
      continue;
    }
    const tail = readTail(run, link, links[index + 1], structures);
    words.push({ title, notes: tail.notes });
    if (index === 0) markTail(link, tail, run, addMark);
    else addMark('further-link', link);
    // After a separator all the rest is notes, whatever links it holds.
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

/** The text before the first link. */
interface Lead {
  /** Its text without a check box, emphasis and separator. */
  readonly label: string;
  /** The link is in bold or italics. */
  readonly isEmphasized: boolean;
}

const NO_LEAD: Lead = { label: '', isEmphasized: false };

function readLead(run: Run, first: InlineLink, structures: readonly InlineStructure[]): Lead {
  if (first.start === run.from) return NO_LEAD;
  const raw = run.text.slice(run.from, first.start);
  const checkBox = CHECK_BOX.exec(raw)?.[0].length ?? 0;
  const open = raw.slice(checkBox).trim();
  if (open === '') return NO_LEAD;
  if (open === '**' || open === '*' || open === '__' || open === '_' || open === '***') {
    return { label: '', isEmphasized: true };
  }
  const label = plainText(run.text, run.from + checkBox, first.start, structures);
  return { label: withoutSeparator(label), isEmphasized: false };
}

/** No regular expression: it would try every start of a run of marks. */
function withoutSeparator(label: string): string {
  let end = label.length;
  while (end > 0) {
    const code = label.charCodeAt(end - 1);
    if (code > SPACE && !isEmphasis(code) && !SEPARATORS.has(code)) break;
    end--;
  }
  return label.slice(0, end);
}

function markLead(link: InlineLink, run: Run, { label, isEmphasized }: Lead, addMark: AddMark): void {
  if (link.form === 'bare' || link.form === 'autolink') addMark('bare-link', link, label, [run.from, link.end]);
  else if (label !== '') addMark('text-before-link', { start: run.from, end: link.start }, label);
  if (isEmphasized) addMark('bold-link', link);
}

function markForm(link: InlineLink, run: Run, addMark: AddMark): void {
  const { form, href, titled, angled, textStart, textEnd } = link;
  const name: [number, number] = [textStart, textEnd];
  if (form === 'reference') addMark('reference-link', link, href, name);
  if (titled) addMark('titled-link', link, href, name);
  if (angled) addMark('angled-link', link, href, name);
  if (form !== 'inline') return;
  for (let at = textStart; at < textEnd; at++) {
    if (run.text.charCodeAt(at) === CLOSE_BRACKET) {
      addMark('bracketed-name', link);
      return;
    }
  }
}

/** What follows a link, up to the next one or, after a separator, to the end of the item. */
interface Tail {
  readonly separator: string;
  /** Range of the separator with the blanks around it. */
  readonly start: number;
  readonly end: number;
  readonly notes: string | null;
}

function readTail(
  { text, to }: Run,
  link: InlineLink,
  next: InlineLink | undefined,
  structures: readonly InlineStructure[],
): Tail {
  let start = link.end;
  while (start < to && isEmphasis(text.charCodeAt(start))) start++;
  let at = skipWhiteSpace(text, start, to);
  let separator = '';
  while (at < to && SEPARATORS.has(text.charCodeAt(at)) && separator.length < MAX_SEPARATOR) {
    separator += text.charAt(at);
    at++;
  }
  // "**[a](u):** notes"
  while (separator !== '' && at < to && isEmphasis(text.charCodeAt(at)) && text.charCodeAt(at - 1) === COLON) at++;
  const end = skipWhiteSpace(text, at, to);
  const isJoined = separator === '' && next !== undefined;
  const notes = notesOf(text, end, isJoined ? next.start : to, structures);
  return { separator, start, end, notes: isJoined && notes !== null && isJoiner(notes) ? null : notes };
}

function notesOf(text: string, from: number, to: number, structures: readonly InlineStructure[]): string | null {
  if (from >= to) return null;
  const notes = plainText(text, from, to, structures);
  return notes === '' ? null : notes;
}

function isJoiner(words: string): boolean {
  return words.length <= MAX_JOINER && JOINER.test(words);
}

function titleOf(link: InlineLink, run: Run, scan: InlineResult, { label }: Lead): string {
  if (link.form === 'bare' || link.form === 'autolink') return label === '' ? link.href : label;
  return plainText(run.text, link.textStart, link.textEnd, scan.images);
}

function markTail(link: InlineLink, tail: Tail, run: Run, addMark: AddMark): void {
  const { separator, start, end, notes } = tail;
  if (notes === null) {
    addMark('no-notes', link);
    return;
  }
  // `[name](https://a.example/my page)`: what follows is the rest of a broken address, and no notes.
  if (link.form === 'bare' && run.text.startsWith('](', link.start - 2)) return;
  // "[a](b):note" is read by all; what loses notes is another separator, or a blank before the colon.
  const isProposed = separator === ':' && run.text.charCodeAt(start) === COLON;
  if (!isProposed) addMark('separator', { start, end }, separator, [start, end]);
  for (let at = link.end; at < run.to; at++) {
    if (isLineEnd(run.text.charCodeAt(at))) {
      addMark('wrapped-notes', { start: link.start, end: run.to }, '', [link.end, run.to]);
      return;
    }
  }
}
