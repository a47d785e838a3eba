import type { ListSort } from './list-sort.ts';

/** Builds all paths of pages, records and feeds. `domain` is canonical. */
export const paths = {
  home: '/',
  domain: (domain: string) => `/domain/${domain}`,
  domainJson: (domain: string) => `/domain/${domain}.json`,
  domainMarkdown: (domain: string) => `/domain/${domain}.md`,
  domainFeed: (domain: string) => `/domain/${domain}/feed.xml`,
  domainJsonFeed: (domain: string) => `/domain/${domain}/feed.json`,
  badge: (domain: string) => `/badge/${domain}.svg`,
  rules: '/rules',
  rule: (id: string) => `/rules/${id}`,
  errors: '/errors',
  error: (code: string) => `/errors/${code}`,
  browse: (page: number, sort: ListSort = 'authority') => sorted('/browse', sort, page),
  /** `first` is the path of the first page by authority. */
  list: (first: string, page: number, sort: ListSort) => sorted(first, sort, page),
  listFeed: (first: string) => `${first}/feed.xml`,
  tags: '/browse/tags',
  topics: '/topics',
  map: '/map',
  stats: '/stats',
  series: (id: string, format: 'csv' | 'json') => `/stats/${id}.${format}`,
  /** One of several files with the days of last visits. */
  checked: (part: number) => `/checked/${part}.json`,
  /** Page of the open data, above its files. */
  data: '/data',
  snapshotFile: (date: string, file: string) => `/data/${date}/${file}`,
  latestSnapshot: '/data/latest.json',
  snapshotIndex: '/data/index.json',
  /** File of the quality measurement. */
  rulerFile: (name: string) => `/data/${name}`,
  search: '/search',
  searchFor: (query: string) => `/search?q=${encodeURIComponent(query)}`,
  check: '/check',
  checkOf: (domain: string) => `/check?domain=${encodeURIComponent(domain)}`,
  /** File of a check with every fix, as text. */
  checkedFile: '/check/llms.txt',
  checkedFileOf: (domain: string) => `/check/llms.txt?domain=${encodeURIComponent(domain)}`,
  generate: '/generate',
  generateFor: (domain: string) => `/generate?domain=${encodeURIComponent(domain)}`,
  badges: '/badges',
  badgesOf: (domain: string) => `/badges?domain=${encodeURIComponent(domain)}`,
  resolve: '/resolve',
  resolveOf: (url: string) => `/resolve?url=${encodeURIComponent(url)}`,
  /** Page that adds a domain, and path to which its form posts. */
  add: '/add',
  addOf: (domain: string) => `/add?domain=${encodeURIComponent(domain)}`,
  claim: (domain: string) => `/claim/${domain}`,
  owner: '/owner',
  docs: '/docs',
  doc: (name: string) => `/docs/${name}`,
  /** Returns the path of a page's Markdown version: the path with `.md`, or `/index.md` for the homepage. */
  markdown: (path: string) => (path === '/' ? '/index.md' : `${path}.md`),
  llmsTxt: '/llms.txt',
  llmsTxtPart: (part: number) => (part === 1 ? '/llms.txt' : `/verified/${part}/llms.txt`),
  feed: '/feed.xml',
  verifiedFeed: '/verified/feed.xml',
  brokenFeed: '/broken/feed.xml',
  recoveredFeed: '/recovered/feed.xml',
  /** Preview image for social networks, as PNG because social networks do not accept SVG. */
  card: '/card.png',
  sitemapIndex: '/sitemap-index.xml',
  sitemap: (name: string) => `/sitemaps/${name}.xml`,
  robots: '/robots.txt',
  openSearch: '/opensearch.xml',
  speculationRules: '/ahead.speculationrules',
  /** File of response fields for static hosts, which our server does not serve. */
  staticHeaders: '/_headers',
  webManifest: '/site.webmanifest',
  /** Path of security.txt (RFC 9116, section 3). */
  securityTxt: '/.well-known/security.txt',
  /** Public keys of the crawler, at the "Well-Known URI" of draft-ietf-webbotauth-httpsig-protocol-01. */
  keyDirectory: '/.well-known/http-message-signatures-directory',
  /** Path of the API catalog (RFC 9727). */
  apiCatalog: '/.well-known/api-catalog',
  /** Server card of the proposal SEP-2127 for MCP. */
  mcpCard: '/.well-known/mcp/server-card.json',
  /** Entry for the MCP Registry. */
  mcpServerJson: '/server.json',
  openapi: '/openapi.json',
  mcp: '/mcp',
  watch: (id: string) => `/v1/watches/${id}`,
  lookup: (domain: string) => `/v1/domain/${domain}`,
  version: (domain: string, version: number) => `/v1/domain/${domain}/versions/${version}`,
  history: (domain: string) => `/v1/domain/${domain}/history`,
  diff: (domain: string, from: number, to: number) => `/v1/domain/${domain}/diff?from=${from}&to=${to}`,
  /** Search of the links of one domain. Append the query. */
  linksOf: (domain: string) => `/v1/links?domain=${encodeURIComponent(domain)}`,
  readText: (domain: string) => `/v1/read/${domain}`,
  resolveApi: '/v1/resolve',
  resolveApiOf: (url: string) => `/v1/resolve?url=${encodeURIComponent(url)}`,
  checkApi: '/v1/check',
  generateApi: '/v1/generate',
  sites: '/v1/sites',
  verification: (domain: string) => `/v1/sites/${domain}/verification`,
  verify: (domain: string) => `/v1/sites/${domain}/verify`,
  confirmMail: '/notify/confirm',
  unsubscribeMail: '/notify/unsubscribe',
} as const;

/** Pages with a form whose result depends on the query. */
export const QUERY_PATHS: readonly string[] = [
  paths.add,
  paths.check,
  paths.generate,
  paths.badges,
  paths.resolve,
  paths.search,
  paths.browse(1),
];

/** Adds the order to a path. The first order has no parameter. */
function sorted(path: string, sort: ListSort, page: number): string {
  return paged(sort === 'authority' ? path : `${path}/${sort}`, page);
}

function paged(path: string, page: number): string {
  return page === 1 ? path : `${path}/${page}`;
}
