import type { Service } from '../../service.ts';
import { escapeXml } from '../format/xml.ts';

export interface FeedEntry {
  /** Absolute and permanent URL of the entry. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly at: string;
  /** Plain text. Empty if the title suffices. */
  readonly text: string;
}

/** Creates the metadata of the feed at `path`, with the path of its page. */
export function feedHead({ name, baseUrl }: Service, title: string, page: string, path: string) {
  return { title, author: name, page: `${baseUrl}${page}`, self: `${baseUrl}${path}` };
}
type FeedHead = ReturnType<typeof feedHead>;

/** Date of a feed without entries. The standard requires a date, and this is the day of the llms.txt proposal. */
const BEFORE_ANY_ENTRY = '2024-09-03T00:00:00.000Z';

/**
 * Renders entries as an Atom feed (RFC 4287), newest first. The URL of the feed is its id, because several feeds may belong to
 * one page.
 */
export function renderAtom({ title, author, page, self }: FeedHead, entries: readonly FeedEntry[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(self)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<link href="${escapeXml(page)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<updated>${entries[0]?.at ?? BEFORE_ANY_ENTRY}</updated>`,
    ...entries.map(renderEntry),
    '</feed>',
    '',
  ].join('\n');
}

function renderEntry({ id, url, title, at, text }: FeedEntry): string {
  const summary = text === '' ? '' : `<summary>${escapeXml(text)}</summary>`;
  return `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><link href="${escapeXml(url)}"/><updated>${at}</updated>${summary}</entry>`;
}
