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
}

/** Sites as an Atom feed, in their order; `dated`: when what the feed tells of a site happened. */
export function renderFeed(
  rows: readonly Row[],
  { path, page, subject }: Feed,
  service: Service,
  dated: (row: Row) => string = ({ first_seen }) => first_seen,
): string {
  const { baseUrl, name } = service;
  const head = { title: `${name}: ${subject}`, author: name, page: `${baseUrl}${page}`, self: `${baseUrl}${path}` };
  const entries = rows.map((row) => {
    const url = `${baseUrl}${paths.domain(row.domain)}`;
    return {
      id: url,
      url,
      title: row.title ? `${row.domain}: ${cleanText(row.title, 200)}` : row.domain,
      at: dated(row),
      text: row.summary ? cleanText(row.summary, 300) : '',
    };
  });
  return renderAtom(head, entries);
}
