import { domainToUnicode } from 'node:url';
import { isOnSite } from '../../../../directory/domain-name.ts';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { PublicFacts } from '../../../../directory/record.ts';
import { paths } from '../../../../directory/urls.ts';
import { cleanPath, cleanText, linkableUrl, OUTBOUND_REL } from '../../format/untrusted-text.ts';
import { isShown } from '../../row.ts';
import { findName, tagView } from '../sites/site-view.ts';

const MAX_NAME_CHARACTERS = 200;
const MAX_SUMMARY_CHARACTERS = 600;
const MAX_DESCRIPTION_CHARACTERS = 500;

/** Returns the first lines about a domain, for all formats. Text of the site is cleaned, not escaped. */
export function domainHead(facts: PublicFacts) {
  const clean = (text: string | null, limit: number) => (text ? cleanText(text, limit) : null);
  const files = [
    { label: 'llms.txt', url: facts.llms_txt },
    { label: 'llms-full.txt', url: facts.llms_full_txt },
    ...facts.nested_llms_txt.map((url) => ({ label: cleanPath(url), url })),
  ];
  return {
    title: `${facts.domain}: llms.txt`,
    domain: facts.domain,
    /** Unicode name, if it differs from the domain. */
    unicode: unicodeName(facts.domain),
    path: paths.domain(facts.domain),
    name: findName(facts, MAX_NAME_CHARACTERS),
    summary: clean(facts.summary, MAX_SUMMARY_CHARACTERS),
    description: clean(facts.description, MAX_DESCRIPTION_CHARACTERS),
    tags: facts.tags.map((tag) => tagView(tag, isShown(facts))),
    files: files.flatMap(({ label, url }) => {
      const linked = linkableUrl(url);
      return linked === null ? [] : [{ label, url: linked, rel: siteRel(linked, facts) }];
    }),
    totals:
      facts.sections === null
        ? null
        : `${formatQuantity(facts.sections, 'section')}, ${formatQuantity(facts.links ?? 0, 'link')}`,
    standing: describeStanding(facts),
  };
}

function unicodeName(domain: string): string | null {
  const name = domainToUnicode(domain);
  return name === domain || name === '' ? null : name;
}

type Standing = Pick<PublicFacts, 'status' | 'tier' | 'authority' | 'verified'>;

export function describeStanding({ status, tier, authority, verified }: Standing): string {
  return [
    status,
    tier ?? 'not read yet',
    authority === null ? 'no authority score' : `authority ${authority} of 100`,
    verified ? 'owner verified' : 'owner not verified',
  ].join(', ');
}

/**
 * Returns the rel of a link from a site's page to the site or to a file of the site. Search engines follow the link if
 * the site is featured and the URL is on its registrable domain. Search engines never follow links inside the file,
 * because anyone can write these links.
 */
export function siteRel(url: string, { domain, tier }: Pick<PublicFacts, 'domain' | 'tier'>): string {
  return tier === 'featured' && isOnSite(url, domain) ? 'ugc noopener' : OUTBOUND_REL;
}
