import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { ChangeSummary, VersionChange } from '../../../../directory/version.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import type { Phrase, PhrasePart } from '../phrase.ts';

const MAX_CHARACTERS = 120;

const COUNTED: Readonly<Record<VersionChange['kind'], (count: number) => string>> = {
  title: () => 'title changed',
  summary: () => 'summary changed',
  details: () => 'details changed',
  'section-added': (count) => `${formatQuantity(count, 'section')} added`,
  'section-removed': (count) => `${formatQuantity(count, 'section')} removed`,
  'section-renamed': (count) => `${formatQuantity(count, 'section')} renamed`,
  'link-added': (count) => `${formatQuantity(count, 'link')} added`,
  'link-removed': (count) => `${formatQuantity(count, 'link')} removed`,
  'link-renamed': (count) => `${formatQuantity(count, 'link')} renamed`,
  'link-notes': (count) => `notes of ${formatQuantity(count, 'link')} changed`,
  'link-moved': (count) => `${formatQuantity(count, 'link')} moved`,
};

/** Formats `2 links added, 1 section renamed`. */
export function countChanges({ total, kinds }: Pick<ChangeSummary, 'total' | 'kinds'>): string {
  if (total === 0) return 'Other formatting, same content';
  const [first = '', ...rest] = kinds.map(({ kind, count }) => COUNTED[kind](count));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

export function changePhrase(change: VersionChange): Phrase {
  const { kind, section, before, after } = change;
  const place: Phrase = section === null || kind.startsWith('section') ? [] : [' in ', quoted(section)];
  switch (kind) {
    case 'title':
    case 'summary':
    case 'details':
      return [`${kind.charAt(0).toUpperCase()}${kind.slice(1)}: `, ...step(before, after)];
    case 'section-added':
      return ['Section added: ', quoted(section)];
    case 'section-removed':
      return ['Section removed: ', quoted(section)];
    case 'section-renamed':
      return ['Section renamed: ', ...step(before, after)];
    case 'link-added':
      return ['Link added', ...place, ': ', ...linkWords(change)];
    case 'link-removed':
      return ['Link removed', ...place, ': ', ...linkWords(change)];
    case 'link-renamed':
      return ['Link renamed', ...place, ': ', ...step(before, after)];
    case 'link-notes':
      return ['Notes of ', ...linkWords(change), ': ', ...step(before, after)];
    case 'link-moved':
      return ['Link moved: ', ...linkWords(change), ', ', ...step(before, after)];
  }
}

function linkWords({ title, url }: VersionChange): Phrase {
  return [quoted(title || url)];
}

function step(before: string | null, after: string | null): Phrase {
  return [before ? quoted(before) : 'none', ' → ', after ? quoted(after) : 'none'];
}

function quoted(text: string | null): PhrasePart {
  return { quoted: cleanText(text ?? '', MAX_CHARACTERS) };
}
