import { lintText } from '../lint-text.ts';
import { MAX_MARKS } from '../parser/document/marks.ts';
import { parse } from '../parser/parse.ts';
import type { LlmsDocument, Section } from '../types/document.ts';
import type { Finding } from '../types/finding.ts';
import { applyEdits } from './apply-edits.ts';

export interface FixOptions {
  /** URL of the file, to complete relative links. */
  readonly url?: string | undefined;
}

/** Most rounds. One fix can reveal another finding, such as a heading in a removed fence. */
const MAX_ROUNDS = 8;
/** Most parses to find harmful fixes. One harmful fix among a thousand takes about twenty parses. */
const MAX_TRIES = 100;
/**
 * Most characters to parse for this, because a hundred parses of a megabyte take many seconds. Of the real files, the one that needs
 * most is 0.9 MB and needs 40 parses.
 */
const MAX_TRIED_CHARACTERS = 50_000_000;

/**
 * Applies the edits of findings and changes nothing else. Removes no link and no word. The result does not have the fixed
 * findings. Given all findings of a text, also fixes findings revealed by earlier fixes, so a second run changes nothing.
 */
export function applyFixes(text: string, findings: readonly Finding[], options: FixOptions = {}): string {
  const fixable = listFixable(text, options);
  const cutIds = listCutIds(findings);
  const chosen = choose(fixable, findings, cutIds);
  const keys = new Set(chosen.map(toKey));
  const isAll = fixable.every((finding) => keys.has(toKey(finding)));
  const budget: Budget = { tries: Math.min(MAX_TRIES, Math.ceil(MAX_TRIED_CHARACTERS / text.length)) };
  let result = text;
  let left = chosen;
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round++) {
    const next = fix(result, left, budget);
    if (next === result) break;
    result = next;
    left = listFixable(result, options).filter(({ id }) => isAll || cutIds.has(id));
  }
  return result;
}

/** Returns all findings with edits, without the limit of a report. */
function listFixable(text: string, { url }: FixOptions): readonly Finding[] {
  const { findings } = lintText({ body: text, url }, { maxPerRule: Infinity, assessQuality: false });
  return findings.filter(({ edits }) => edits.length > 0);
}

/** Returns rules whose findings were cut by the limit of a report. All their places count. */
function listCutIds(findings: readonly Finding[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { id } of findings) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].flatMap(([id, count]) => (count > MAX_MARKS ? [id] : [])));
}

/** Returns the requested findings of the text, and the given findings from outside. */
function choose(
  fixable: readonly Finding[],
  findings: readonly Finding[],
  cutIds: ReadonlySet<string>,
): readonly Finding[] {
  const requestedKeys = new Set(findings.map(toKey));
  const fixableKeys = new Set(fixable.map(toKey));
  const chosen = fixable.filter((finding) => requestedKeys.has(toKey(finding)) || cutIds.has(finding.id));
  return [...chosen, ...findings.filter((finding) => finding.edits.length > 0 && !fixableKeys.has(toKey(finding)))];
}

function toKey({ id, line, column, message }: Finding): string {
  return `${id} ${line} ${column} ${message}`;
}

interface Budget {
  /** Parses left, of all rounds together. */
  tries: number;
}

/**
 * Applies the edits. Skips edits that would lose a link or section name. A removed character may open a comment or
 * fence, or turn dashes into an underline.
 */
function fix(text: string, findings: readonly Finding[], budget: Budget): string {
  // Compare with the text of a wrapped file, because the wrapping hides its sections.
  const before = parse(
    applyEdits(
      text,
      findings.filter(({ id }) => id === 'whole-file-fenced'),
    ),
  );
  let applied: readonly Finding[] = [];
  let result = text;
  const add = (some: readonly Finding[]): void => {
    if (budget.tries-- <= 0) return;
    const fixed = applyEdits(text, [...applied, ...some]);
    if (keepsContent(before, parse(fixed))) {
      applied = [...applied, ...some];
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
  const names = new Set(after.sections.map(toName));
  return after.links.length >= before.links.length && before.sections.every((section) => names.has(toName(section)));
}

/** Normalizes a name for comparison: ignores case, spaces, punctuation and invisible characters. */
function toName({ title }: Section): string {
  return title.toLowerCase().replace(/[\s\p{C}\p{P}]/gu, '');
}
