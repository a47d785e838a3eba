import type { Finding } from '#llmstxt';
import type { DomainDetail } from '../../src/directory/detail.ts';

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    id: 'no-notes',
    title: 'Links without notes',
    severity: 'info',
    outcome: 'failed',
    source: 'convention',
    line: 12,
    column: 3,
    excerpt: '- [Guide](https://harbour.example/guide)',
    message: 'Twelve of twenty links have no notes.',
    fix: 'Add a colon and a sentence after each link.',
    edits: [],
    spec_url: 'https://llmstxt.org/#format',
    ...changes,
  };
}

const scoreAt = (day: string, score: Omit<DomainDetail['history'][number], 'at' | 'status' | 'score_version'>) => ({
  at: `${day}T09:10:00.000Z`,
  status: 'valid' as const,
  score_version: 1,
  ...score,
});

/** Creates the details of a listed domain with changes. */
export function toDetail(
  domain = 'harbour.example',
  changes: Partial<Omit<DomainDetail, 'facts'>> & { readonly facts?: Partial<DomainDetail['facts']> } = {},
): DomainDetail {
  const { facts, ...rest } = changes;
  return {
    facts: {
      domain,
      status: 'valid',
      tier: 'listed',
      authority: 57,
      verified: false,
      verified_at: null,
      llms_txt: `https://${domain}/llms.txt`,
      llms_full_txt: `https://${domain}/llms-full.txt`,
      nested_llms_txt: [],
      title: 'Harbour',
      summary: 'Tide tables, berths and pilot notes for small harbours, as plain text.',
      description: null,
      tags: ['sailing', 'weather'],
      topics: ['travel'],
      contact: null,
      sections: 4,
      links: 20,
      generator: 'gitbook',
      rank: 48_211,
      registered_at: '2011-03-09T00:00:00.000Z',
      country: 'NO',
      first_seen: '2026-02-03T09:10:00.000Z',
      last_checked: '2026-11-19T22:41:00.000Z',
      ...facts,
    },
    components: { reach: 22, trust: 88, quality: 91, freshness: 64 },
    language: 'en',
    score_version: 1,
    quality_details: null,
    summary_source: 'quote',
    country_basis: 'locale',
    rejection: null,
    failure: null,
    proof_missing_since: null,
    content_changed_at: '2026-08-28T04:00:00.000Z',
    section_names: ['Tides', 'Berths', 'Pilots', 'Optional'],
    has_markdown: false,
    evidence: {
      at: '2026-11-19T22:41:00.000Z',
      duration_ms: 184,
      url: `https://${domain}/llms.txt`,
      final_url: `https://${domain}/llms.txt`,
      chain: [`https://${domain}/llms.txt`],
      status: 200,
      failure: null,
      not_modified: false,
      headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"5f1d-harbour"', server: 'caddy' },
      hash: '9b74c9897bac770ffc029102a200c5de4b0a6b1f7f3a5a2b6a3f3d3f1f0a9c11',
      bytes: 5821,
      robots: 'allowed',
    },
    findings: [
      finding({
        id: 'several-titles',
        title: 'More than one H1',
        severity: 'warning',
        source: 'spec',
        line: 40,
        column: 1,
        excerpt: '# Pilots',
        message: 'The file has two H1 headings; readers take the first as the name.',
        fix: 'Make the later one an H2.',
      }),
      finding(),
    ],
    nested: [],
    twins: [],
    agents: null,
    preview: {
      title: 'Harbour',
      summary: 'Tide tables, berths and pilot notes for small harbours, as plain text.',
      details: 'Everything is also available as one file, updated at every turn of the tide.',
      sections: ['Tides', 'Berths', 'Pilots', 'Optional'].map((title, section) => ({
        title,
        links: [1, 2, 3, 4, 5].map((link) => ({
          title: `${title} ${link}`,
          url: `https://${domain}/${section}/${link}.md`,
          notes: link % 2 ? `What to know about ${title.toLowerCase()}, part ${link}.` : null,
        })),
      })),
      bytes: 5821,
      tokens: 1450,
      truncated: false,
    },
    history: [
      scoreAt('2026-02-03', { authority: 41, reach: 20, trust: 70, quality: 60, freshness: 10 }),
      scoreAt('2026-05-20', { authority: 49, reach: 21, trust: 80, quality: 80, freshness: 20 }),
      scoreAt('2026-08-28', { authority: 57, reach: 22, trust: 88, quality: 91, freshness: 64 }),
    ],
    versions: [],
    similar: [
      { domain: 'lighthouse.example', title: 'Lighthouse', authority: 61 },
      { domain: 'mooring.example', title: null, authority: 33 },
    ],
    ...rest,
  };
}
