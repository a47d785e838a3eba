import { paths } from '../../directory/urls.ts';
import { cleanText } from '../format/untrusted-text.ts';
import { escapeXml } from '../format/xml.ts';
import type { Row } from '../row.ts';
import type { Service } from '../service.ts';

/** A feed of the newest sites, and the page that it belongs to. */
export interface Feed {
  readonly path: string;
  readonly page: string;
  /** What its sites have in common; null for the feed of all. */
  readonly subject: string | null;
}

/** Newest sites first, as an Atom feed (RFC 4287). The standard requires a date: an empty feed has the epoch. */
export function renderFeed(newest: readonly Row[], { path, page, subject }: Feed, service: Service): string {
  const { baseUrl, name } = service;
  const address = escapeXml(`${baseUrl}${page}`);
  const updated = newest[0]?.first_seen ?? '1970-01-01T00:00:00.000Z';
  const entries = newest.map((row) => {
    const site = escapeXml(`${baseUrl}${paths.domain(row.domain)}`);
    const title = row.title ? `${row.domain}: ${cleanText(row.title, 200)}` : row.domain;
    const summary = row.summary ? `<summary>${escapeXml(cleanText(row.summary, 300))}</summary>` : '';
    return `<entry><id>${site}</id><title>${escapeXml(title)}</title><link href="${site}"/><updated>${row.first_seen}</updated>${summary}</entry>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${address}</id>`,
    `<title>${escapeXml(subject === null ? `${name}: newest sites` : `${name}: newest, ${subject}`)}</title>`,
    `<author><name>${escapeXml(name)}</name></author>`,
    `<link href="${address}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${baseUrl}${path}`)}"/>`,
    `<updated>${updated}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
