import { siteLexemes } from '../../../src/search/site-lexemes.ts';
import type { Row } from '../../../src/site/row.ts';

/** What a site without a stored file is found by, as the store would have it. */
export function wordsOfRow({ domain, title, summary, description, tags }: Row): string {
  return siteLexemes({
    domain,
    title: [title ?? '', ...tags].join(' '),
    summary: [summary ?? '', description ?? ''].join(' '),
    language: 'en',
  });
}
