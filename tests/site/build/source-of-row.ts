import type { Row } from '../../../src/site/content/row.ts';
import type { SearchSource } from '../../../src/store/store.ts';

/** Search source of a site without extra text in its file. */
export function sourceOfRow(
  { domain, title, summary, description, tags, llms_txt }: Row,
  text: string | null = null,
): SearchSource {
  const file = { llms_txt, cross_domain_redirect: false, text, nested: null };
  return { domain, title, summary, description, tags: [...tags], ...file };
}
