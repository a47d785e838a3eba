import type { FetchLimits } from './net.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What one response may carry before its body. Generous: the largest real headers seen are a few KiB of cookies and policies. */
export const HEADER_LIMITS = {
  bytes: 16 * KIB,
  fields: 100,
  /** 1xx responses before the real one (RFC 9110 §15.2): early hints come once or twice. */
  interim: 8,
} as const;

/** Any site that people use connects within this; the rest of the total is for slow pages. */
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

/** A proof counts only where the domain itself publishes it: over TLS, on its own names. */
const PROOF = {
  ...READ,
  schemes: ['https'],
  maxRedirects: 3,
  totalMs: 10_000,
  crossDomain: false,
} satisfies Partial<FetchLimits>;

/** Every kind of fetch that the product makes. A longer body is cut, except where a cut one would be misread. */
export const LIMITS = {
  /** The largest real files are a few hundred KiB. */
  llmsTxt: { ...READ, maxBodyBytes: MIB },
  homepage: { ...READ, maxBodyBytes: MIB },
  /** RFC 9309 §2.5 asks for at least 500 KiB. */
  robots: { ...READ, maxBodyBytes: 512 * KIB },
  /** sitemaps.org allows 50 MB; a draft needs the first few thousand addresses. */
  sitemap: { ...READ, maxBodyBytes: 10 * MIB },
  /** Its first thousand addresses show which groups of pages there are. */
  sitemapSample: { ...READ, maxBodyBytes: 128 * KIB },
  /** Only whether it is there and is text, which its beginning shows. */
  llmsFull: { ...READ, maxBodyBytes: 64 * KIB },
  /** A sampled link: whether it works, and whether its beginning is HTML. */
  link: { ...READ, maxBodyBytes: 64 * KIB },
  proofFile: { ...PROOF, maxBodyBytes: 4 * KIB, overflow: 'fail' },
  proofPage: { ...PROOF, maxBodyBytes: MIB },
  proofLlmsTxt: { ...PROOF, maxBodyBytes: MIB },
  /** Redirects are not followed: the signature is for the address that the owner gave. */
  webhook: {
    ...READ,
    schemes: ['https'],
    maxRedirects: 0,
    maxBodyBytes: KIB,
    crossDomain: false,
    codings: 'identity',
  },
  /** RDAP responses are JSON, which cannot be cut; the bootstrap registry is the largest. */
  rdap: { ...READ, schemes: ['https'], maxBodyBytes: 2 * MIB, overflow: 'fail' },
  /** A zipped list of a million names is about 10 MB, the plain one 23 MB, and its host is not fast. */
  rankList: { ...READ, totalMs: 120_000, maxBodyBytes: 64 * MIB, overflow: 'fail' },
} satisfies Record<string, FetchLimits>;
