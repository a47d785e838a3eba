import { lint } from '../lint.ts';
import { MAX_MARKS } from '../parser/document/marks.ts';
import { parse } from '../parser/parse.ts';
import type { Finding, TextEdit } from '../types/finding.ts';

export interface FixOptions {
  /** The file's address, needed to complete relative links. */
  readonly url?: string | undefined;
}

/** One repair can show what another hid (a fence removed, a heading seen); so many rounds are enough for that. */
const MAX_ROUNDS = 8;

/**
 * The text with the findings repaired that say how, and nothing else changed. No link and no word goes; the result
 * lints without the findings that were repaired. Given all findings of a text, it repairs all that can be, also what
 * only shows after the first repairs, so that a second time changes nothing.
 */
export function applyFixes(text: string, findings: readonly Finding[], options: FixOptions = {}): string {
  const own = fixable(text, options);
  const chosen = choose(own, findings);
  if (chosen.length === 0) return text;
  const all = own.every((finding) => chosen.some((one) => keyOf(one) === keyOf(finding)));
  const ids = new Set(chosen.map((finding) => finding.id));
  let result = repair(text, chosen);
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const left = fixable(result, options).filter(
      (finding) => all || (ids.has(finding.id) && isWhole(findings, finding.id)),
    );
    const next = repair(result, left);
    if (next === result) return result;
    result = next;
  }
  return result;
}

/** All findings of the text that carry edits, without the bound of a report. */
function fixable(text: string, options: FixOptions): readonly Finding[] {
  const input = options.url === undefined ? { body: text } : { body: text, url: options.url };
  return lint(input, { maxPerRule: Number.POSITIVE_INFINITY }).findings.filter((finding) => finding.edits.length > 0);
}

/** The text's own findings that were asked for, and given ones that only the caller knows. */
function choose(own: readonly Finding[], findings: readonly Finding[]): readonly Finding[] {
  const asked = new Set(findings.map(keyOf));
  const known = new Set(own.map(keyOf));
  const chosen = own.filter((finding) => asked.has(keyOf(finding)) || isWhole(findings, finding.id));
  return [...chosen, ...findings.filter((finding) => finding.edits.length > 0 && !known.has(keyOf(finding)))];
}

/** True when the report was cut at its bound for the rule: then all its places are meant. */
function isWhole(findings: readonly Finding[], id: string): boolean {
  let count = 0;
  for (const finding of findings) if (finding.id === id && ++count > MAX_MARKS) return true;
  return false;
}

function keyOf(finding: Finding): string {
  return `${finding.id} ${finding.line} ${finding.column} ${finding.message}`;
}

/**
 * A character that is taken out can have kept a comment or a fence from opening, and with that links from being
 * swallowed: the rule that does so is left alone.
 */
function repair(text: string, findings: readonly Finding[]): string {
  const links = parse(text).links.length;
  const keepsLinks = (repaired: string): boolean => parse(repaired).links.length >= links;
  const all = applyEdits(text, findings);
  if (keepsLinks(all)) return all;
  for (const id of new Set(findings.map((finding) => finding.id))) {
    const rest = applyEdits(
      text,
      findings.filter((finding) => finding.id !== id),
    );
    if (keepsLinks(rest)) return rest;
  }
  return text;
}

/**
 * Applies what does not touch each other, first come first served in text order; a finding's edits go together or not
 * at all.
 */
function applyEdits(text: string, findings: readonly Finding[]): string {
  const taken: TextEdit[] = [];
  const ordered = findings.flatMap((finding) => finding.edits.map((edit) => ({ edit, finding }))).sort(byPlace);
  const refused = new Set<Finding>();
  let end = -1;
  for (const { edit, finding } of ordered) {
    if (edit.start < 0 || edit.end > text.length || edit.end < edit.start || edit.start < end || refused.has(finding)) {
      refused.add(finding);
    } else if (edit.start === end && edit.start === edit.end) refused.add(finding);
    else end = edit.end;
  }
  for (const { edit, finding } of ordered) if (!refused.has(finding)) taken.push(edit);
  let out = '';
  let at = 0;
  for (const edit of taken) {
    if (edit.start < at) continue;
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

function byPlace(a: { edit: TextEdit }, b: { edit: TextEdit }): number {
  return a.edit.start - b.edit.start || a.edit.end - b.edit.end;
}
