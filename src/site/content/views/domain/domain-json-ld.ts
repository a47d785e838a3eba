import type { Service } from '../../../service.ts';
import type { DomainView } from './domain-view.ts';

/** Structured data of a domain page (schema.org), about the listed site. */
export function domainJsonLd({ head, lastChecked }: DomainView, service: Service): unknown {
  const { title, domain, path, name, summary, tags } = head;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    url: `${service.baseUrl}${path}`,
    isPartOf: { '@type': 'WebSite', name: service.name, url: `${service.baseUrl}/` },
    ...(lastChecked ? { lastReviewed: lastChecked.slice(0, 10) } : {}),
    about: {
      '@type': 'WebSite',
      url: `https://${domain}/`,
      name: name ?? domain,
      ...(summary ? { description: summary } : {}),
      ...(tags.length > 0 ? { keywords: tags.map((tag) => tag.name).join(', ') } : {}),
    },
  };
}
