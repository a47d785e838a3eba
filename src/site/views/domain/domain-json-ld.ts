import type { DomainDetail } from '../../../directory/detail.ts';
import { paths } from '../../../directory/urls.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import type { Service } from '../../service.ts';

/** Structured data of a domain's page (schema.org): the listed site as what the page is about. */
export function domainJsonLd({ facts }: DomainDetail, service: Service): unknown {
  const { domain } = facts;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: `${domain}: llms.txt`,
    url: `${service.baseUrl}${paths.domain(domain)}`,
    isPartOf: { '@type': 'WebSite', name: service.name, url: `${service.baseUrl}/` },
    ...(facts.last_checked ? { lastReviewed: facts.last_checked.slice(0, 10) } : {}),
    about: {
      '@type': 'WebSite',
      url: `https://${domain}/`,
      name: facts.title ? cleanText(facts.title, 200) : domain,
      ...(facts.summary ? { description: cleanText(facts.summary, 600) } : {}),
      ...(facts.tags.length > 0 ? { keywords: facts.tags.map((tag) => cleanText(tag, 32)).join(', ') } : {}),
    },
  };
}
