import type { Domain } from '../../../directory/record.ts';
import { paths } from '../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';
import { quote } from '../../format/quote.ts';
import { cleanText } from '../../format/untrusted-text.ts';

/** Characters of a site's own words in one line of an answer; the record has all of them. */
const MAX_LINE_CHARACTERS = 500;

export function renderDomainText(record: Domain, baseUrl: string): string {
  const { domain, title, summary, description, tags, llms_txt, llms_full_txt, sections, links } = record;
  const words = [
    ['title', title],
    ['summary', summary],
    ['description', description],
    ['tags', tags.length > 0 ? tags.join(', ') : null],
    ['llms.txt', llms_txt && `${llms_txt} (${countOf(sections ?? 0, 'section')}, ${countOf(links ?? 0, 'link')})`],
    ['llms-full.txt', llms_full_txt],
  ].flatMap(([name, value]) => (value ? [`${name}: ${cleanText(value, MAX_LINE_CHARACTERS)}`] : []));
  return [
    `${domain}: ${summarizeDomain(record)}.`,
    `Last checked: ${record.last_checked ?? 'not yet'}. Page: ${baseUrl}${paths.domain(domain)}`,
    ...(words.length > 0 ? [quote(domain, words.join('\n'))] : []),
    nextOf(record),
  ].join('\n');
}

/** Status, tier, authority and owner of a domain, in words. */
export function summarizeDomain({ status, tier, authority, verified }: Domain): string {
  return [
    status,
    tier ?? 'not crawled yet',
    authority === null ? 'no authority score' : `authority ${authority} of 100`,
    verified ? 'owner verified' : 'owner not verified',
  ].join(', ');
}

function nextOf({ tier, verified, status }: Domain): string {
  if (status === 'pending') return 'Next: its first crawl is queued; look it up again in a minute.';
  const read = tier === 'featured' || tier === 'listed' ? ['read_llms_txt shows its file'] : [];
  const check = status === 'valid' ? [] : ['check_llms_txt says what is wrong with its file'];
  const claim = verified ? [] : ['register_domain starts the verification, if you act for its owner'];
  const steps = [...read, ...check, ...claim];
  return steps.length > 0 ? `Next: ${steps.join('; ')}.` : '';
}
