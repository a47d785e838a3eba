import { lintText } from '../lint-text.ts';
import { MAX_MARKS } from '../parser/document/marks.ts';
import { parse } from '../parser/parse.ts';
import type { LlmsDocument, Section } from '../types/document.ts';
import type { Finding } from '../types/finding.ts';
import { applyEdits } from './apply-edits.ts';

export interface FixOptions {
  /** The file's URL, needed to complete relative links. */
  readonly url?: string | undefined;
}

/** One fix can show what another hid (a fence removed, a heading seen); this many rounds are enough for that. */
const MAX_ROUNDS = 8;
/** Texts that are parsed to separate fixes that cost something from the others: some twenty for each among a thousand. */
const MAX_TRIES = 100;

/**
 * Applies the edits of findings and changes nothing else. No link and no word is removed, and the result does not have
 * the findings that were fixed. Given all findings of a text, it fixes all that have edits, and what only shows after
 * the first fixes, so that a second time changes nothing.
 */
export function applyFixes(text: string, findings: readonly Finding[], options: FixOptions = {}): string {
  const fixable = listFixable(text, options);
  const cutIds = listCutIds(findings);
  const chosen = choose(fixable, findings, cutIds);
  if (chosen.length === 0) return text;
  const keys = new Set(chosen.map(keyOf));
  const isAll = fixable.every((finding) => keys.has(keyOf(finding)));
  let result = fix(text, chosen);
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const left = listFixable(result, options).filter(({ id }) => isAll || cutIds.has(id));
    const next = fix(result, left);
    if (next === result) return result;
    result = next;
  }
  return result;
}

/** All findings of the text that have edits, without the bound of a report. */
function listFixable(text: string, { url }: FixOptions): readonly Finding[] {
  const input = url === undefined ? { body: text } : { body: text, url };
  return lintText(input, { maxPerRule: Number.POSITIVE_INFINITY }).findings.filter(({ edits }) => edits.length > 0);
}

/** Rules whose findings were cut at the bound of a report: then all their places are meant. */
function listCutIds(findings: readonly Finding[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { id } of findings) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].flatMap(([id, count]) => (count > MAX_MARKS ? [id] : [])));
}

/** The text's own findings that were asked for, and given ones that only the caller knows. */
function choose(
  fixable: readonly Finding[],
  findings: readonly Finding[],
  cutIds: ReadonlySet<string>,
): readonly Finding[] {
  const asked = new Set(findings.map(keyOf));
  const known = new Set(fixable.map(keyOf));
  const chosen = fixable.filter((finding) => asked.has(keyOf(finding)) || cutIds.has(finding.id));
  return [...chosen, ...findings.filter((finding) => finding.edits.length > 0 && !known.has(keyOf(finding)))];
}

function keyOf({ id, line, column, message }: Finding): string {
  return `${id} ${line} ${column} ${message}`;
}

/**
 * Applies the edits, but not those of findings that would cost a link or the name of a section: a character that is
 * removed may have kept a comment or a fence from opening, or dashes from underlining a heading.
 */
function fix(text: string, findings: readonly Finding[]): string {
  const before = parse(text);
  let kept: readonly Finding[] = [];
  let result = text;
  let tries = MAX_TRIES;
  const add = (some: readonly Finding[]): void => {
    if (tries-- <= 0) return;
    const fixed = applyEdits(text, [...kept, ...some]);
    if (keepsContent(before, parse(fixed))) {
      kept = [...kept, ...some];
      result = fixed;
    } else if (some.length > 1) {
      const middle = some.length >> 1;
      add(some.slice(0, middle));
      add(some.slice(middle));
    }
  };
  add(findings);
  return result;
}

function keepsContent(before: LlmsDocument, after: LlmsDocument): boolean {
  const names = new Set(after.sections.map(nameOf));
  return after.links.length >= before.links.length && before.sections.every((section) => names.has(nameOf(section)));
}

/** Without what a fix may change in a name: case, spaces and invisible characters. */
function nameOf({ title }: Section): string {
  return title.toLowerCase().replace(/[\s\p{C}]/gu, '');
}
