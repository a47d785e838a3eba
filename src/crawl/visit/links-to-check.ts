import type { LlmsDocument } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';

/** Most links of each kind from which a visit chooses. The visit requests 20. */
const MAX_LINKS = 200;

export type LinksToCheck = ReturnType<typeof linksToCheck>;

interface ChooseOptions {
  readonly domain: string;
  /** Number in [0, 1) that selects links of a large file. */
  readonly chance: number;
}

/** Returns distinct URLs of a file that can be requested, without fragments. */
export function linksToCheck(links: LlmsDocument['links'], { domain, chance }: ChooseOptions) {
  const isOwn = createIsOwn(domain);
  const own = new Set<string>();
  const foreign = new Set<string>();
  for (const { url: text } of links) {
    const url = text === null ? null : URL.parse(text);
    // A variable such as `{id}` stands for a value, so the URL leads to no page.
    if (text === null || url === null || !isPlainHttp(url) || url.pathname.includes('%7B')) continue;
    (isOwn(url.hostname) ? own : foreign).add(text.replace(/#.*/s, ''));
  }
  return { own: spread([...own], chance), foreign: spread([...foreign], chance) };
}

/** Creates a check whether a host belongs to the site. Caches hosts, because most links of a file lead to few hosts. */
function createIsOwn(domain: string): (host: string) => boolean {
  const home = registrableDomain(domain);
  const byHost = new Map<string, boolean>();
  return (host) => {
    const isOwn = byHost.get(host) ?? registrableDomain(host) === home;
    byHost.set(host, isOwn);
    return isOwn;
  };
}

/** Selects links at equal distances. Over many visits, the random start selects every link. */
function spread(urls: readonly string[], chance: number): readonly string[] {
  if (urls.length <= MAX_LINKS) return urls;
  const distance = urls.length / MAX_LINKS;
  return Array.from({ length: MAX_LINKS }, (_, i) => urls[Math.floor((i + chance) * distance)] ?? '');
}

/** Reports whether a URL has an http scheme and the default port. The URL parser removed user names and passwords. */
function isPlainHttp({ protocol, port }: URL): boolean {
  return /^https?:$/.test(protocol) && port === '';
}
