import { paths } from '../../../directory/urls.ts';
import type { Service } from '../../service.ts';
import { cleanText } from '../format/untrusted-text.ts';
import type { Row } from '../row.ts';
import { feedHead, renderAtom } from './atom.ts';

/** Feed of sites, with its page. */
export interface Feed {
  readonly path: string;
  readonly page: string;
  /** Content of the feed, such as `newest sites`. */
  readonly subject: string;
  /** Member with the time of an entry. */
  readonly by: 'first_seen' | 'verified_at';
}

export function renderFeed(rows: readonly Row[], { path, page, subject, by }: Feed, service: Service): string {
  const { baseUrl, name } = service;
  const entries = rows.map((row) => {
    const url = `${baseUrl}${paths.domain(row.domain)}`;
    return {
      // Use ids that differ from the ids of sites.
      id: by === 'first_seen' ? url : `${url}#verified-${row.verified_at}`,
      url,
      title: row.title ? `${row.domain}: ${cleanText(row.title, 200)}` : row.domain,
      at: row[by] ?? row.first_seen,
      text: row.summary ? cleanText(row.summary, 300) : '',
    };
  });
  return renderAtom(feedHead(service, `${name}: ${subject}`, page, path), entries);
}
