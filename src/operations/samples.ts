import { lint } from '#llmstxt';
import { type Agents, describeAgents } from '../directory/agent-access.ts';
import type { FoundLink } from '../directory/link.ts';
import type { PackageResolution } from '../directory/package-resolution.ts';
import { type Domain, toRecord } from '../directory/record.ts';
import type { Resolution } from '../directory/resolution.ts';
import type { VersionChange } from '../directory/version.ts';
import { type QualityDetails, qualityDetailsSchema } from '../directory/visit.ts';

export const SAMPLE_SERVICE = { baseUrl: 'https://directory.example', serviceName: 'The directory' } as const;

/** Example record of an unverified site. */
export const SAMPLE_RECORD: Domain = toRecord(
  {
    domain: 'example.com',
    status: 'valid',
    tier: 'listed',
    authority: 54,
    verified: false,
    verified_at: null,
    llms_txt: 'https://example.com/llms.txt',
    llms_full_txt: null,
    nested_llms_txt: [],
    title: 'Example',
    summary: 'Payments for the internet.',
    description: null,
    tags: [],
    topics: ['finance'],
    contact: null,
    sections: 4,
    links: 31,
    generator: 'mintlify',
    rank: 1_204,
    registered_at: '1995-08-14T04:00:00.000Z',
    country: 'US',
    first_seen: '2026-10-01T09:00:00.000Z',
    last_checked: '2026-11-20T10:00:00.000Z',
  },
  SAMPLE_SERVICE.baseUrl,
);

/** Example link of the site's file. */
export const SAMPLE_LINK: FoundLink = {
  title: 'Quickstart',
  url: 'https://example.com/start.md',
  notes: 'take a first payment in ten minutes',
  section: 'Docs',
  domain: 'example.com',
  site: 'Example',
  authority: 54,
  verified: false,
};

export const SAMPLE_TEXT =
  '# Example\n\n> Payments for the internet.\n\n## Docs\n\n- [Guides](https://example.com/guides)\n';

export const SAMPLE_CHANGE: VersionChange = {
  kind: 'link-moved',
  section: null,
  url: 'https://example.com/guides',
  title: 'Guides',
  notes: null,
  before: 'Docs',
  after: 'Optional',
};

/** Example resolution of a page of the site. */
export const SAMPLE_RESOLUTION: Resolution = {
  url: 'https://www.example.com/start?utm_source=news',
  domain: 'example.com',
  tier: 'listed',
  verified: false,
  verified_at: null,
  file: { url: 'https://example.com/llms.txt', scope: 'https://example.com/', title: 'Example', via: 'root' },
  entry: { title: 'Quickstart', section: 'Docs', notes: 'take a first payment in ten minutes' },
  markdown: { url: 'https://example.com/start.md', by: 'listed', tested_at: '2026-09-14T06:12:45.000Z' },
};

/** Example resolution of a package of the site. */
export const SAMPLE_PACKAGE: PackageResolution = {
  package: 'pkg:npm/%40example/payments',
  via: 'homepage',
  candidates: [
    {
      via: 'homepage',
      url: 'https://example.com/start',
      domain: 'example.com',
      file: 'https://example.com/llms.txt',
      reason: null,
    },
    {
      via: 'repository',
      url: 'https://github.com/example/payments',
      domain: 'github.com',
      file: null,
      reason: 'shared_host',
    },
  ],
  file: SAMPLE_RESOLUTION.file,
  domain: 'example.com',
  entry: SAMPLE_RESOLUTION.entry,
  markdown: SAMPLE_RESOLUTION.markdown,
};

const SAMPLE_FILE = `# Example

> Payments for the internet: cards, wallets and bank transfers for shops of any size, by one API.

## Docs

- [Quickstart](https://example.com/start.md): take a first payment in ten minutes
- [API reference](https://example.com/api.md): every call, with samples in five languages
- [Prices](https://example.com/prices.md): what a payment costs in each country

## More

- [Guides](https://example.com/guides)
`;

export const SAMPLE_QUALITY: QualityDetails = qualityDetailsSchema.parse(lint({ body: SAMPLE_FILE }).assessment);

/** Example rules of a robots.txt. Two crawlers for training may not read the guides. */
export const SAMPLE_AGENTS: Agents = describeAgents({
  robots_txt: 'read',
  pages: 4,
  limits: [
    {
      agents: ['GPTBot', 'CCBot'],
      llms_txt: true,
      homepage: true,
      pages: 1,
      under: '/',
      rule: { line: 3, text: 'Disallow: /guides' },
      content_signal: { 'ai-train': false },
    },
  ],
});
