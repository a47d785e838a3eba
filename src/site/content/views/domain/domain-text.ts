import type { PublicFacts } from '../../../../directory/record.ts';
import { quote } from '../../format/quote.ts';
import { domainHead } from './domain-head.ts';

/** Renders the record of a domain as the text of a tool's answer. */
export function renderDomainText(facts: PublicFacts, baseUrl: string): string {
  const { domain, path, standing, name, summary, description, tags, files, totals } = domainHead(facts);
  const words = [
    ...labelled('title', name),
    ...labelled('summary', summary),
    ...labelled('description', description),
    ...labelled('tags', tags.map((tag) => tag.name).join(', ')),
    ...files.map(({ label, url }) => `${label}: ${url}${label === 'llms.txt' && totals ? ` (${totals})` : ''}`),
  ];
  return [
    `${domain}: ${standing}.`,
    `Last checked: ${facts.last_checked ?? 'not yet'}. Page: ${baseUrl}${path}`,
    ...(words.length > 0 ? [quote(domain, words.join('\n'))] : []),
    nextSteps(facts),
  ].join('\n');
}

function labelled(label: string, words: string | null): string[] {
  return words ? [`${label}: ${words}`] : [];
}

function nextSteps({ tier, verified, status, last_checked }: PublicFacts): string {
  if (last_checked === null) return 'Next: its first crawl is queued; look it up again later.';
  const read = tier === 'featured' || tier === 'listed' ? ['read_llms_txt shows its file'] : [];
  const check = status === 'valid' ? [] : ['check_llms_txt lists the problems of its file'];
  const claim = verified ? [] : ['register_domain starts the verification, if you act for its owner'];
  const steps = [...read, ...check, ...claim];
  return steps.length > 0 ? `Next: ${steps.join('; ')}.` : '';
}
