import type { MarkKind } from '../../types/file.ts';
import type { OpenItem, Run } from '../blocks/read-blocks.ts';
import { skipBlank } from '../characters.ts';
import { plainText, type Structure } from '../inline/plain-text.ts';
import { type InlineLink, type InlineResult, structuresOf } from '../inline/scan-inline.ts';
import type { Marks } from './marks.ts';
import type { SourceMap } from './source-map.ts';

/** What an item says about one of its links. */
export interface Said {
  readonly title: string;
  readonly notes: string | null;
}

/** What may stand between a link and its notes; the first is the proposal's. */
const COLON = 58;
const SEPARATORS = new Set([58, 0xff1a, 45, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 124, 0x2192]);
const TASK = /^\[[ xX]\][ \t]+/;
/** Between two links these only join them. */
const MAX_JOINER = 12;
const JOINER = /^[\s,;/|&+·•()]*(?:and|or|und|oder|et|ou|y|o|e)?[\s,;/|&+·•()]*$/i;

/** Reads the first paragraph of a list item: name and notes for each of its links, and marks for what is unusual. */
export function readItem(
  run: Run,
  scan: InlineResult,
  item: OpenItem,
  marks: Marks,
  source: SourceMap,
): readonly Said[] {
  const { links } = scan;
  const first = links[0];
  if (first === undefined) return [];
  const structures: readonly Structure[] = structuresOf(scan);
  const note = (
    kind: MarkKind,
    start: number,
    end: number,
    value: string,
    inner: readonly [number, number] | null,
  ): void => {
    if (marks.count(kind))
      marks.keep(kind, { ...source.span(start, end), value, inner: run.joined === null ? inner : null });
  };
  const before = leadOf(run, first, structures);
  const named = first.form === 'inline' || first.form === 'reference';
  if (before.label !== '' && named)
    note('text-before-link', run.from, first.start, before.label, [run.from, first.start]);
  markForm(first, run, before, note);
  const said: Said[] = [];
  let whole = false;
  for (let index = 0; index < links.length; index++) {
    const link = links[index];
    if (link === undefined) continue;
    const next = links[index + 1];
    const tail = tailOf(run.text, link.end, run.to);
    // After a separator all the rest is notes, whatever links it holds; without one each link has its own.
    const stop = whole || tail.separator !== '' || next === undefined ? run.to : next.start;
    const notes = whole
      ? null
      : notesOf(run.text, tail.from, stop, structures, next !== undefined && stop === next.start);
    said.push({ title: titleOf(link, run, scan, before, index), notes });
    if (index === 0) markTail(link, tail, notes, item, run, note);
    else if (!whole) note('further-link', link.start, link.end, '', null);
    if (!whole && notes !== null && tail.separator !== '') whole = true;
  }
  return said;
}

type Note = (
  kind: MarkKind,
  start: number,
  end: number,
  value: string,
  inner: readonly [number, number] | null,
) => void;

interface Lead {
  /** Text before the link, without a check box, emphasis and separator. */
  readonly label: string;
  readonly bold: boolean;
}

function leadOf(run: Run, first: InlineLink, structures: readonly Structure[]): Lead {
  if (first.start === run.from) return { label: '', bold: false };
  const raw = run.text.slice(run.from, first.start);
  const task = TASK.exec(raw)?.[0].length ?? 0;
  const open = raw.slice(task).trim();
  if (open === '') return { label: '', bold: false };
  if (open === '**' || open === '*' || open === '__' || open === '_' || open === '***')
    return { label: '', bold: true };
  const label = plainText(run.text, run.from + task, first.start, structures);
  return { label: withoutEnd(label), bold: false };
}

/** A label without the separator and open emphasis at its end. No regex: it would try every start of a run of marks. */
function withoutEnd(label: string): string {
  let end = label.length;
  while (end > 0) {
    const code = label.charCodeAt(end - 1);
    if (code > 32 && !isEmphasis(code) && !SEPARATORS.has(code)) break;
    end--;
  }
  return label.slice(0, end);
}

function markForm(link: InlineLink, run: Run, lead: Lead, note: Note): void {
  if (lead.bold) note('bold-link', link.start, link.end, '', null);
  if (link.form === 'reference')
    note('reference-link', link.start, link.end, link.href, [link.textStart, link.textEnd]);
  if (link.titled) note('titled-link', link.start, link.end, link.href, [link.textStart, link.textEnd]);
  if (link.angled) note('angled-link', link.start, link.end, link.href, [link.textStart, link.textEnd]);
  if (link.form === 'bare' || link.form === 'autolink')
    note('bare-link', link.start, link.end, lead.label, [run.from, link.end]);
  for (let at = link.textStart; at < link.textEnd && link.form === 'inline'; at++) {
    if (run.text.charCodeAt(at) === 93) {
      note('bracketed-name', link.start, link.end, '', null);
      break;
    }
  }
}

interface Tail {
  /** Where notes may start. */
  readonly from: number;
  readonly separator: string;
  /** Range of the separator with its blanks, closing emphasis before it included. */
  readonly start: number;
}

function tailOf(text: string, end: number, to: number): Tail {
  let at = end;
  while (at < to && isEmphasis(text.charCodeAt(at))) at++;
  const start = at;
  at = skipBlank(text, at, to);
  let separator = '';
  while (at < to && SEPARATORS.has(text.charCodeAt(at)) && separator.length < 4) {
    separator += text.charAt(at);
    at++;
  }
  // "**[a](u):** notes"
  while (separator !== '' && at < to && isEmphasis(text.charCodeAt(at)) && text.charCodeAt(at - 1) === COLON) at++;
  return { from: skipBlank(text, at, to), separator, start };
}

function notesOf(
  text: string,
  from: number,
  to: number,
  structures: readonly Structure[],
  joined: boolean,
): string | null {
  if (from >= to) return null;
  const notes = plainText(text, from, to, structures);
  if (notes === '' || (joined && notes.length <= MAX_JOINER && JOINER.test(notes))) return null;
  return notes;
}

function titleOf(link: InlineLink, run: Run, scan: InlineResult, lead: Lead, index: number): string {
  if (link.form === 'bare' || link.form === 'autolink')
    return index === 0 && lead.label !== '' ? lead.label : link.href;
  return plainText(run.text, link.textStart, link.textEnd, scan.images);
}

function markTail(link: InlineLink, tail: Tail, notes: string | null, item: OpenItem, run: Run, note: Note): void {
  if (notes === null) {
    note('no-notes', link.start, link.end, '', null);
    return;
  }
  // "[a](b):note" is read by all; what loses notes is another separator, or a blank before the colon.
  const direct = tail.separator === ':' && run.text.charCodeAt(tail.start) === COLON;
  if (!direct) note('separator', tail.start, tail.from, tail.separator, [tail.start, tail.from]);
  for (let at = link.end; at < run.to; at++) {
    const code = run.text.charCodeAt(at);
    if (code === 10 || code === 13) {
      note('wrapped-notes', link.start, run.to, '', item.content < run.to ? [link.end, run.to] : null);
      break;
    }
  }
}

function isEmphasis(code: number): boolean {
  return code === 42 || code === 95;
}
