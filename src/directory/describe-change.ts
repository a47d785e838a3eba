import { type Change, cutText, diff, parse } from '#llmstxt';
import type { ChangeSummary, VersionChange } from './version.ts';

/** Most changes of each kind stored with a version and shown on the domain page. */
const MAX_FIRST = 5;
const MAX_CHARACTERS = 120;

/** Describes a change of a file, with each text cut to `maxCharacters`. */
export function describeChange(change: Change, maxCharacters: number): VersionChange {
  const cut = (text: string | null) => (text === null ? null : cutText(text, maxCharacters));
  return {
    kind: change.kind,
    section: 'section' in change ? cut(change.section) : null,
    url: 'url' in change ? cut(change.url) : null,
    title: 'title' in change ? cut(change.title) : null,
    notes: 'notes' in change ? cut(change.notes) : null,
    before: 'before' in change ? cut(change.before) : null,
    after: 'after' in change ? cut(change.after) : null,
  };
}

/** Summarizes the changes from one text to the next. */
export function summarizeChanges(before: string, after: string): ChangeSummary {
  const changes = diff(parse(before), parse(after));
  const counts = new Map<VersionChange['kind'], number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    total: changes.length,
    kinds: [...counts].map(([kind, count]) => ({ kind, count })),
    first: changes.slice(0, MAX_FIRST).map((change) => describeChange(change, MAX_CHARACTERS)),
  };
}
