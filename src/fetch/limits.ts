import type { FetchLimits } from './net.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limits on the header section of a response. The largest real headers are a few KiB of cookies and policies. */
export const HEADER_LIMITS = {
  bytes: 16 * KIB,
  fields: 100,
  /** Most 1xx responses before the final response (RFC 9110 §15.2). Early hints come once or twice. */
  interim: 8,
} as const;

/** Longest time to connect. Working sites connect within this time, and the remaining total is for slow pages. */
const CONNECT_MS = 5_000;

const READ = {
  schemes: ['https', 'http'],
  maxRedirects: 5,
  connectMs: CONNECT_MS,
  totalMs: 15_000,
  overflow: 'truncate',
  crossDomain: true,
  codings: 'any',
} satisfies Partial<FetchLimits>;

/** Limits of a proof. A proof counts only if the domain serves it over TLS from its own names. */
const PROOF = {
  ...READ,
  schemes: ['https'],
  maxRedirects: 3,
  totalMs: 10_000,
  crossDomain: false,
} satisfies Partial<FetchLimits>;

/** Limits of a post to a receiver. Redirects are not followed, because the signature covers the owner's URL. */
const WEBHOOK = {
  ...READ,
  schemes: ['https'],
  maxRedirects: 0,
  crossDomain: false,
  codings: 'identity',
} satisfies Partial<FetchLimits>;

/** Limits of each kind of fetch. A longer body is cut, unless a cut body would be misread. */
export const LIMITS = {
  /** The largest real files are a few hundred KiB. */
  llmsTxt: { ...READ, maxBodyBytes: MIB },
  homepage: { ...READ, maxBodyBytes: MIB },
  /** RFC 9309 §2.5 requires at least 500 KiB. */
  robots: { ...READ, maxBodyBytes: 512 * KIB },
  /** sitemaps.org allows 50 MB, but a draft needs only the first few thousand URLs. */
  sitemap: { ...READ, maxBodyBytes: 10 * MIB },
  /** The first thousand addresses show the site's groups of pages. */
  sitemapSample: { ...READ, maxBodyBytes: 128 * KIB },
  /** The first bytes show whether the file exists and is text. */
  llmsFull: { ...READ, maxBodyBytes: 64 * KIB },
  /** The first bytes show whether a sampled link works and is HTML. */
  link: { ...READ, maxBodyBytes: 64 * KIB },
  proofFile: { ...PROOF, maxBodyBytes: 4 * KIB },
  proofPage: { ...PROOF, maxBodyBytes: MIB },
  proofLlmsTxt: { ...PROOF, maxBodyBytes: MIB },
  /** The status decides, because a broken body would repeat an accepted event. */
  webhook: { ...WEBHOOK, maxBodyBytes: 0 },
  /** The body contains the challenge. */
  webhookChallenge: { ...WEBHOOK, maxBodyBytes: KIB },
  /** RDAP responses are JSON and cannot be cut. The bootstrap registry is the largest. */
  rdap: { ...READ, schemes: ['https'], maxBodyBytes: 2 * MIB, overflow: 'fail' },
  /** Documents of package registries are JSON and cannot be cut. PyPI lists all files of all versions. */
  registry: { ...READ, schemes: ['https'], maxBodyBytes: 16 * MIB, overflow: 'fail' },
  /** A list of a million names has about 10 MB zipped and 23 MB plain, and its host is slow. */
  rankList: { ...READ, totalMs: 120_000, maxBodyBytes: 64 * MIB, overflow: 'fail' },
} satisfies Record<string, FetchLimits>;
