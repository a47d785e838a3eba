import { countOf } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';

export interface DraftAnswer {
  readonly domain: string;
  readonly text: string;
  readonly pages_read: number;
  readonly notes: readonly string[];
}

/** Draft with the published file of its site. */
export interface SiteDraft extends DraftAnswer {
  readonly published: string | null;
}

export function draftView({ domain, text, pages_read, notes, published }: DraftAnswer & Partial<SiteDraft>) {
  return {
    domain,
    text,
    sources: `Made from ${countOf(pages_read, 'page')}.`,
    notes,
    warning: published
      ? `The site already publishes a valid file at ${published}. Compare before you replace it.`
      : null,
    publishUrl: `https://${domain}/llms.txt`,
    checkPath: paths.checkOf(domain),
    domainPath: paths.domain(domain),
  };
}
export type DraftView = ReturnType<typeof draftView>;
