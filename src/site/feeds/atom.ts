import { escapeXml } from '../format/xml.ts';

/** One thing that happened. */
export interface FeedEntry {
  /** Absolute, and the same for as long as the entry is there. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly at: string;
  /** Plain text; empty where the title says it all. */
  readonly text: string;
}

/** What a feed tells about itself. Addresses are absolute. */
export interface FeedHead {
  readonly title: string;
  readonly author: string;
  /** Of the page that the feed belongs to. */
  readonly page: string;
  readonly self: string;
}

/** Entries, the latest first, as an Atom feed (RFC 4287). The standard requires a date: an empty feed has the epoch. */
export function renderAtom({ title, author, page, self }: FeedHead, entries: readonly FeedEntry[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(page)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<link href="${escapeXml(page)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<updated>${entries[0]?.at ?? '1970-01-01T00:00:00.000Z'}</updated>`,
    ...entries.map(renderEntry),
    '</feed>',
    '',
  ].join('\n');
}

function renderEntry({ id, url, title, at, text }: FeedEntry): string {
  const summary = text === '' ? '' : `<summary>${escapeXml(text)}</summary>`;
  return `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><link href="${escapeXml(url)}"/><updated>${at}</updated>${summary}</entry>`;
}
