import { paths } from '../../../../directory/urls.ts';
import type { Service } from '../../../service.ts';

/** Structured data of the home page (schema.org) for the directory and its search. */
export function homeJsonLd({ name, baseUrl }: Service): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: `${baseUrl}${paths.home}`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}${paths.search}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
