import { formatDate, formatInstant } from '../format/dates.ts';
import { escapeMarkdown } from '../format/markdown.ts';

/** Text of parts. A part is our own text or other content. */
export type Phrase = readonly PhrasePart[];
export type PhrasePart =
  | string
  /** ISO 8601, in UTC. */
  | { readonly at: string }
  /** Day of an instant. */
  | { readonly on: string }
  /** The day of a visit of a domain, which others may have followed. */
  | { readonly checked: string; readonly domain: string }
  /** Link to a page of this site. */
  | { readonly path: string; readonly words: string }
  /** A link to another site or a mailbox, with somebody else's words, cleaned. */
  | { readonly outside: string; readonly words: string }
  | { readonly quiet: string }
  | { readonly code: string }
  /** Foreign text, cleaned (untrusted-text.ts) and not escaped. */
  | { readonly quoted: string };

export interface Fact {
  readonly label: string;
  readonly value: Phrase;
}

export function phraseText(phrase: Phrase): string {
  return phrase.map(partText).join('');
}

function partText(part: PhrasePart): string {
  if (typeof part === 'string') return part;
  if ('at' in part) return formatInstant(part.at);
  if ('on' in part) return formatDate(part.on);
  if ('checked' in part) return `${formatDate(part.checked)} or later`;
  if ('path' in part || 'outside' in part) return part.words;
  if ('quiet' in part) return part.quiet;
  return 'code' in part ? part.code : part.quoted;
}

/**
 * Renders a phrase as one line of Markdown. `baseUrl` makes its links absolute. A link within the page becomes text, because
 * Markdown has no places.
 */
export function renderPhraseMarkdown(phrase: Phrase, baseUrl: string): string {
  return phrase
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('path' in part) return part.path.startsWith('#') ? part.words : `[${part.words}](${baseUrl}${part.path})`;
      if ('outside' in part) return escapeMarkdown(part.words);
      if ('code' in part) return `\`${part.code.replaceAll('`', "'")}\``;
      return 'quoted' in part ? escapeMarkdown(part.quoted) : partText(part);
    })
    .join('');
}
