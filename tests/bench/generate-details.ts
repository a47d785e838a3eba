import type { DomainDetail } from '../../src/directory/detail.ts';
import { TOPICS } from '../../src/directory/topics.ts';
import { mulberry32 } from '../mulberry32.ts';

const SECTIONS = 4;
const LANGUAGES = ['en', 'en', 'en', 'en', 'de', 'fr', 'ja'];
const LINKS_PER_SECTION = 5;
/** Odd number near 2^32 / golden ratio, so that neighbors are unrelated. */
const SPREAD = 0x9e3779b1;
const LETTERS = 'aeioubdgklmnprst';

/** Returns the deterministic details of domain number `at`: 20 links and unique words. */
export function detailAt(at: number): DomainDetail {
  const random = mulberry32(Math.imul(at, SPREAD));
  const below = (n: number) => Math.floor(random() * n);
  const word = () => wordOf(random);
  const words = (n: number) => Array.from({ length: n }, word).join(' ');
  const domain = domainAt(at);
  const authority = 20 + below(80);
  const verified = at % 20 === 0;
  const part = () => below(101);
  return {
    facts: {
      domain,
      status: 'valid',
      tier: authority >= 70 ? 'featured' : 'listed',
      authority,
      verified,
      verified_at: verified ? '2026-05-05T00:00:00.000Z' : null,
      llms_txt: `https://${domain}/llms.txt`,
      llms_full_txt: at % 3 === 0 ? `https://${domain}/llms-full.txt` : null,
      nested_llms_txt: [],
      title: words(2),
      summary: `${words(18)}.`,
      description: null,
      tags: at % 4 === 0 ? [word(), word()] : [],
      topics: TOPICS.slice(at % TOPICS.length).flatMap(({ id }, nth) => (nth < at % 3 ? [id] : [])),
      contact: null,
      sections: SECTIONS,
      links: SECTIONS * LINKS_PER_SECTION,
      generator: null,
      rank: at % 2 === 0 ? 1 + below(1_000_000) : null,
      registered_at: '2011-03-09T00:00:00.000Z',
      country: at % 3 === 0 ? 'NO' : null,
      first_seen: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
      last_checked: '2026-11-19T22:41:00.000Z',
    },
    components: { reach: part(), trust: part(), quality: part(), freshness: part() },
    score_version: 1,
    quality_details: null,
    summary_source: 'quote',
    country_basis: at % 3 === 0 ? 'cctld' : null,
    language: LANGUAGES[at % LANGUAGES.length] ?? null,
    rejection: null,
    failure: null,
    proof_missing_since: null,
    content_changed_at: '2026-08-28T04:00:00.000Z',
    section_names: [],
    has_markdown: false,
    evidence: {
      at: '2026-11-19T22:41:00.000Z',
      duration_ms: 100 + below(400),
      url: `https://${domain}/llms.txt`,
      final_url: `https://${domain}/llms.txt`,
      chain: [`https://${domain}/llms.txt`],
      status: 200,
      failure: null,
      not_modified: false,
      headers: { 'content-type': 'text/plain; charset=utf-8', etag: `"${word()}"`, server: word() },
      hash: Array.from({ length: 64 }, () => '0123456789abcdef'[below(16)]).join(''),
      bytes: 4000 + below(4000),
      robots: 'allowed',
    },
    findings: ['no-notes', 'insecure-link', 'crlf'].map((id, n) => ({
      id,
      title: words(3),
      severity: n === 1 ? ('warning' as const) : ('info' as const),
      outcome: 'failed' as const,
      source: 'convention' as const,
      line: 3 + below(60),
      column: 1,
      excerpt: words(6),
      message: `${words(10)}.`,
      fix: `${words(8)}.`,
      edits: [],
      spec_url: 'https://llmstxt.org/',
    })),
    nested: [],
    twins: [],
    agents: null,
    preview: {
      title: words(2),
      summary: words(18),
      details: words(24),
      sections: Array.from({ length: SECTIONS }, () => ({
        title: word(),
        links: Array.from({ length: LINKS_PER_SECTION }, () => ({
          title: words(2),
          url: `https://${domain}/${word()}/${word()}.md`,
          notes: words(7),
        })),
      })),
      bytes: 4000 + below(4000),
      tokens: 1000 + below(1000),
      truncated: false,
    },
    history: [2, 5, 8].map((month) => ({
      at: `2026-0${month}-03T09:10:00.000Z`,
      status: 'valid',
      authority: part(),
      score_version: 1,
      reach: part(),
      trust: part(),
      quality: part(),
      freshness: part(),
    })),
    versions: [],
    similar: [],
  };
}

export function domainAt(at: number): string {
  return `${wordOf(mulberry32(Math.imul(at + 1, SPREAD)))}-${at}.example`;
}

function wordOf(random: () => number): string {
  let word = '';
  for (let letters = 3 + Math.floor(random() * 6); letters > 0; letters--) {
    word += LETTERS[Math.floor(random() * LETTERS.length)];
  }
  return word;
}

/** Returns the number of a `domainAt` name, or NaN. */
export function numberOf(domain: string): number {
  return Number(/-(\d+)\.example$/.exec(domain)?.[1]);
}

/** Yields the details of the first `count` domains. */
export function* generateDetails(count: number): Generator<DomainDetail> {
  for (let at = 0; at < count; at++) yield detailAt(at);
}
