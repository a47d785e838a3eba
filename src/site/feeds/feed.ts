import { paths } from '../../directory/urls.ts';
import { cleanText } from '../format/untrusted-text.ts';
import { escapeXml } from '../format/xml.ts';
import type { Row } from '../row.ts';
import type { Service } from '../service.ts';

/** Newest sites first, as an Atom feed (RFC 4287). The standard requires a date: an empty feed has the epoch. */
export function renderFeed(newest: readonly Row[], service: Service): string {
  const { baseUrl, name } = service;
  const updated = newest[0]?.first_seen ?? '1970-01-01T00:00:00.000Z';
  const entries = newest.map((row) => {
    const page = escapeXml(`${baseUrl}${paths.domain(row.domain)}`);
    const title = row.title ? `${row.domain}: ${cleanText(row.title, 200)}` : row.domain;
    const summary = row.summary ? `<summary>${escapeXml(cleanText(row.summary, 300))}</summary>` : '';
    return `<entry><id>${page}</id><title>${escapeXml(title)}</title><link href="${page}"/><updated>${row.first_seen}</updated>${summary}</entry>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(`${baseUrl}/`)}</id>`,
    `<title>${escapeXml(`${name}: newest sites`)}</title>`,
    `<author><name>${escapeXml(name)}</name></author>`,
    `<link href="${escapeXml(`${baseUrl}/`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${baseUrl}${paths.feed}`)}"/>`,
    `<updated>${updated}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
