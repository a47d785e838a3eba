import { paths } from '../../directory/urls.ts';
import type { Service } from '../page.ts';
import type { Row } from '../row.ts';
import { showText } from '../third-party.ts';
import { xmlText } from './xml-text.ts';

/** Newest sites first, as an Atom feed (RFC 4287). `newest` is not empty-safe in the standard's eyes: an empty feed carries the epoch. */
export function renderFeed(newest: readonly Row[], service: Service): string {
  const { baseUrl, name } = service;
  const updated = newest[0]?.first_seen ?? '1970-01-01T00:00:00.000Z';
  const entries = newest.map((row) => {
    const page = xmlText(`${baseUrl}${paths.domain(row.domain)}`);
    const title = row.title ? `${row.domain}: ${showText(row.title, 200)}` : row.domain;
    const summary = row.summary ? `<summary>${xmlText(showText(row.summary, 300))}</summary>` : '';
    return `<entry><id>${page}</id><title>${xmlText(title)}</title><link href="${page}"/><updated>${row.first_seen}</updated>${summary}</entry>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xmlText(`${baseUrl}/`)}</id>`,
    `<title>${xmlText(`${name}: newest sites`)}</title>`,
    `<author><name>${xmlText(name)}</name></author>`,
    `<link href="${xmlText(`${baseUrl}/`)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(`${baseUrl}${paths.feed}`)}"/>`,
    `<updated>${updated}</updated>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
