import type { Row } from '../../../src/site/row.ts';
import type { SearchSource } from '../../../src/store/store.ts';

/** What a site is found by whose file says no more than its record. */
export function sourceOfRow(
  { domain, title, summary, description, tags, llms_txt }: Row,
  text: string | null = null,
): SearchSource {
  const file = { llms_txt, cross_domain_redirect: false, text, nested: null };
  return { domain, title, summary, description, tags: [...tags], ...file };
}
