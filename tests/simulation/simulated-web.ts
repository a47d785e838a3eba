import { z } from 'zod';
import { DAY_MS } from '../../src/directory/duration.ts';
import { contentTag } from '../../src/sandbox/respond.ts';
import type { NameRecords, WebAnswer, WebRequest, WebSource } from '../../src/sandbox/web-source.ts';
import { findIndex, planSite, type SitePlan, toFile } from './site-plan.ts';

export const simulatedWebSchema = z.object({
  seed: z.int(),
  count: z.int(),
  /** Time from which file ages count. */
  startedAt: z.int(),
  /** Kind of all sites. Default: a mix. */
  only: z.literal('valid').optional(),
  /** Interval of sites that never answer, in addition to the mix. */
  muteEvery: z.int().optional(),
});
export type SimulatedWebOptions = z.infer<typeof simulatedWebSchema>;

export interface SimulatedWeb extends WebSource {
  planOf(index: number): SitePlan;
}

/** Domain to which `abroad` sites redirect. */
export const ABROAD = 'elsewhere.test';
/** Number of sites that share a certificate, like customers of a host. */
const PER_CERTIFICATE = 20;
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

/** Creates a web of tens of thousands of sites, generated per request from the seed and the site's number. */
export function simulateWeb({ seed, count, startedAt, only, muteEvery }: SimulatedWebOptions): SimulatedWeb {
  const toPlan = (index: number) => {
    const isMute = muteEvery !== undefined && index % muteEvery === 0;
    return planSite(seed, index, isMute ? 'mute' : only);
  };
  const toSite = (name: string): SitePlan | null => {
    const index = findIndex(name);
    if (index === null || index >= count) return null;
    const plan = toPlan(index);
    return plan.domain === name || `www.${plan.domain}` === name ? plan : null;
  };

  return {
    // Use typical response fields.
    ttlS: 60,
    planOf: toPlan,
    names: () => Array.from({ length: count }, (_, index) => toPlan(index).domain).sort(),
    knows: (name) => name.endsWith('.example') || name === ABROAD,
    records(name): NameRecords | null {
      const site = toSite(name);
      if (name === ABROAD) return { a: 'origin', aaaa: [], txt: [] };
      if (!site || site.kind === 'noName') return null;
      if (name !== site.domain && site.www === 'absent') return null;
      return { a: 'origin', aaaa: [], txt: [] };
    },
    certificate(name) {
      const kind = toSite(name)?.kind;
      if (kind === 'mute') return 'stalled';
      return kind === 'badCertificate' ? 'expired' : 'valid';
    },
    certificateNames(name) {
      const site = toSite(name);
      if (!site) return [name];
      const first = site.index - (site.index % PER_CERTIFICATE);
      return Array.from({ length: PER_CERTIFICATE }, (_, i) => toPlan(first + i).domain).flatMap((domain) => [
        domain,
        `www.${domain}`,
      ]);
    },
    async answer({ host, path }: WebRequest): Promise<WebAnswer> {
      if (host === ABROAD) return abroadAnswer(path, toPlan, startedAt);
      const site = toSite(host);
      if (!site) return text(404, 'No such site.\n');
      if (host !== site.domain) return redirect(`https://${site.domain}${path}`);
      const answer = toAnswer(site, path, startedAt);
      return site.delayMs > 0 && path === '/llms.txt' ? { ...answer, delayMs: site.delayMs } : answer;
    },
  };
}

function toAnswer(site: SitePlan, path: string, startedAt: number): WebAnswer {
  if (site.kind === 'reset') return { ...text(200, ''), fault: 'reset' };
  if (path === '/robots.txt') return robotsAnswer(site);
  if (path === '/llms.txt') return fileAnswer(site, startedAt);
  if (path === '/moved/llms.txt' && site.kind === 'moved') return withFile(site, startedAt);
  if (path === '/llms-full.txt') {
    return site.hasFullFile ? text(200, `# ${site.title}\n\nEverything.\n`) : text(404, 'Not found.\n');
  }
  if (path === '/') return homepage(site);
  const [, section = '', link = ''] = /^\/(\d+)\/(\d+)\.md$/.exec(path) ?? [];
  const linked = site.sections[Number(section)]?.[Number(link)];
  if (section === '' || !linked || linked.dead) return text(404, 'Not found.\n');
  const page = `# ${linked.name}\n\nThis is page ${link} of section ${section}.\n`;
  return { ...text(200, page), headers: { 'content-type': 'text/markdown; charset=utf-8' } };
}

function robotsAnswer(site: SitePlan): WebAnswer {
  if (site.kind === 'optOut') return text(200, 'User-agent: llms-txt-directory\nDisallow: /\n');
  if (site.kind === 'disallowed') return text(200, 'User-agent: *\nDisallow: /llms.txt\n');
  return site.hasRobots ? text(200, 'User-agent: *\nDisallow: /private/\n') : text(404, 'Not found.\n');
}

function fileAnswer(site: SitePlan, startedAt: number): WebAnswer {
  switch (site.kind) {
    case 'missing':
      return text(404, 'Not found.\n');
    case 'html':
      return { ...text(200, '<!doctype html>\n<title>App</title>\n<div id="app"></div>\n'), headers: HTML_TYPE };
    case 'empty':
      return text(200, '');
    case 'error':
      return text(503, 'Later.\n');
    case 'walled':
      return text(403, 'Forbidden.\n');
    case 'moved':
      return redirect('/moved/llms.txt');
    case 'abroad':
      return redirect(`https://${ABROAD}/${site.index}/llms.txt`);
    default:
      return withFile(site, startedAt);
  }
}

function abroadAnswer(path: string, planOf: (index: number) => SitePlan, startedAt: number): WebAnswer {
  const [, index] = /^\/(\d+)\/llms\.txt$/.exec(path) ?? [];
  return index === undefined ? text(404, 'Not found.\n') : withFile(planOf(Number(index)), startedAt);
}

/** Cache of the last files, like in a web server, because files are requested repeatedly. */
const bodies = new Map<string, { body: Buffer; tag: string }>();
const MAX_BODIES = 500;

function withFile(site: SitePlan, startedAt: number): WebAnswer {
  const kept = bodies.get(site.domain);
  const body = kept?.body ?? Buffer.from(toFile(site));
  const tag = kept?.tag ?? contentTag(body);
  if (!kept) {
    if (bodies.size >= MAX_BODIES) bodies.clear();
    bodies.set(site.domain, { body, tag });
  }
  const modified = toLastModified(site, startedAt);
  return {
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(site.hasTag && { etag: tag }),
      ...(modified !== null && { 'last-modified': new Date(modified).toUTCString() }),
    },
    body,
  };
}

/** Returns the time of the file in whole seconds, as in the header. */
export function toLastModified({ ageDays }: SitePlan, startedAt: number): number | null {
  return ageDays === null ? null : Math.floor((startedAt - ageDays * DAY_MS) / 1_000) * 1_000;
}

function homepage({ title, homepage: page, domain }: SitePlan): WebAnswer {
  const head = [
    `<title>${title}, at home</title>`,
    `<meta name="description" content="The homepage of ${domain}.">`,
    page.describedBy ? '<link rel="describedby" href="/llms.txt">' : '',
    page.alternate ? '<link rel="alternate" type="text/markdown" href="/index.md">' : '',
  ].join('\n');
  const language = page.language === null ? '' : ` lang="${page.language}"`;
  const filler = `<p>${'What there is to say on a homepage. '.repeat(60)}</p>`;
  const body = `<!doctype html>\n<html${language}>\n<head>\n${head}\n</head>\n<body>${filler}</body>\n</html>\n`;
  return { status: 200, headers: HTML_TYPE, body: Buffer.from(body) };
}

const text = (status: number, body: string): WebAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(body),
});

const redirect = (location: string): WebAnswer => ({ status: 301, headers: { location }, body: Buffer.alloc(0) });
