import { paths } from '../../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';

export interface DraftAnswer {
  readonly domain: string;
  readonly text: string;
  readonly pages_read: number;
  readonly notes: readonly string[];
}

export function draftView({ domain, text, pages_read, notes }: DraftAnswer) {
  return {
    domain,
    text,
    sources: `Made from ${countOf(pages_read, 'page')}.`,
    notes,
    publishUrl: `https://${domain}/llms.txt`,
    checkPath: paths.checkOf(domain),
    domainPath: paths.domain(domain),
  };
}
export type DraftView = ReturnType<typeof draftView>;
