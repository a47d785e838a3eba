import { paths } from '../../directory/urls.ts';
import { cleanText } from '../format/untrusted-text.ts';
import type { Row } from '../row.ts';
import type { Service } from '../service.ts';
import { renderAtom } from './atom.ts';

/** A feed of sites, and the page that it belongs to. */
export interface Feed {
  readonly path: string;
  readonly page: string;
  /** What it tells: `newest sites`. */
  readonly subject: string;
  /** Which of their times it tells. */
  readonly by: 'first_seen' | 'verified_at';
}

/** Sites as an Atom feed, in their order. */
export function renderFeed(rows: readonly Row[], { path, page, subject, by }: Feed, service: Service): string {
  const { baseUrl, name } = service;
  const head = { title: `${name}: ${subject}`, author: name, page: `${baseUrl}${page}`, self: `${baseUrl}${path}` };
  const entries = rows.map((row) => {
    const url = `${baseUrl}${paths.domain(row.domain)}`;
    return {
      // What happens to a site is another entry than the site.
      id: by === 'first_seen' ? url : `${url}#verified-${row.verified_at}`,
      url,
      title: row.title ? `${row.domain}: ${cleanText(row.title, 200)}` : row.domain,
      at: row[by] ?? row.first_seen,
      text: row.summary ? cleanText(row.summary, 300) : '',
    };
  });
  return renderAtom(head, entries);
}
