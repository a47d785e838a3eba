import type { Finding, TextEdit } from '../types/finding.ts';

interface FindingEdit {
  readonly edit: TextEdit;
  readonly finding: Finding;
}

/**
 * Applies edits that do not overlap. Of overlapping edits, one that replaces the text or else the first in the text
 * wins. The edits of one finding are applied together or not at all.
 */
export function applyEdits(text: string, findings: readonly Finding[]): string {
  const replacement = findings.flatMap(({ edits }) => edits).find(({ start, end }) => end - start === text.length);
  if (replacement?.text) return replacement.text;
  const ordered = findings.flatMap((finding) => finding.edits.map((edit) => ({ edit, finding }))).sort(byPlace);
  const refused = findConflicts(ordered, text.length);
  let result = '';
  let at = 0;
  for (const { edit, finding } of ordered) {
    if (refused.has(finding) || edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Findings with an edit that is out of range or overlaps an earlier one. */
function findConflicts(ordered: readonly FindingEdit[], length: number): ReadonlySet<Finding> {
  const refused = new Set<Finding>();
  let end = -1;
  for (const { edit, finding } of ordered) {
    const isInRange = edit.start >= 0 && edit.end <= length && edit.end >= edit.start;
    const isInsertionAtEnd = edit.start === end && edit.start === edit.end;
    if (!isInRange || edit.start < end || isInsertionAtEnd || refused.has(finding)) refused.add(finding);
    else end = edit.end;
  }
  return refused;
}

function byPlace(a: FindingEdit, b: FindingEdit): number {
  return a.edit.start - b.edit.start || a.edit.end - b.edit.end;
}
