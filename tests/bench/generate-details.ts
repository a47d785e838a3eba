import type { DomainDetail } from '../../src/directory/detail.ts';
import { TOPICS } from '../../src/directory/topics.ts';
import { mulberry32 } from '../mulberry32.ts';
import { finding, toDetail } from '../site/domain-fixture.ts';

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
  const word = () => toWord(random);
  const words = (n: number) => Array.from({ length: n }, word).join(' ');
  const domain = domainAt(at);
  const authority = 20 + below(80);
  const verified = at % 20 === 0;
  const part = () => below(101);
  return toDetail(domain, {
    facts: {
      tier: authority >= 70 ? 'featured' : 'listed',
      authority,
      verified,
      verified_at: verified ? '2026-05-05T00:00:00.000Z' : null,
      llms_full_txt: at % 3 === 0 ? `https://${domain}/llms-full.txt` : null,
      title: words(2),
      summary: `${words(18)}.`,
      tags: at % 4 === 0 ? [word(), word()] : [],
      topics: TOPICS.slice(at % TOPICS.length).flatMap(({ id }, nth) => (nth < at % 3 ? [id] : [])),
      sections: SECTIONS,
      links: SECTIONS * LINKS_PER_SECTION,
      generator: null,
      rank: at % 2 === 0 ? 1 + below(1_000_000) : null,
      country: at % 3 === 0 ? 'NO' : null,
      first_seen: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    },
    components: { reach: part(), trust: part(), quality: part(), freshness: part() },
    country_basis: at % 3 === 0 ? 'cctld' : null,
    language: LANGUAGES[at % LANGUAGES.length] ?? null,
    section_names: [],
    findings: ['no-notes', 'insecure-link', 'crlf'].map((id, n) =>
      finding({
        id,
        title: words(3),
        severity: n === 1 ? 'warning' : 'info',
        line: 3 + below(60),
        excerpt: words(6),
        message: `${words(10)}.`,
        fix: `${words(8)}.`,
      }),
    ),
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
    similar: [],
  });
}

export function domainAt(at: number): string {
  return `${toWord(mulberry32(Math.imul(at + 1, SPREAD)))}-${at}.example`;
}

function toWord(random: () => number): string {
  let word = '';
  for (let letters = 3 + Math.floor(random() * 6); letters > 0; letters--) {
    word += LETTERS[Math.floor(random() * LETTERS.length)];
  }
  return word;
}

/** Returns the number of a `domainAt` name, or NaN. */
export function toNumber(domain: string): number {
  return Number(/-(\d+)\.example$/.exec(domain)?.[1]);
}

/** Yields the details of the first `count` domains. */
export function* generateDetails(count: number): Generator<DomainDetail> {
  for (let at = 0; at < count; at++) yield detailAt(at);
}
