import { createHash } from 'node:crypto';
import { type LinksTried, lint, parse, type Severity } from '#llmstxt';
import { newDomain } from '../../src/directory/new-domain.ts';
import type { DomainState, Failure } from '../../src/directory/state.ts';
import { toSearchText } from '../../src/search/search-text.ts';
import { findTopics } from '../../src/topics/find-topics.ts';
import { ABROAD, toLastModified } from './simulated-web.ts';
import { type SitePlan, toFile } from './site-plan.ts';

/**
 * Expected state after a first visit at `at`, computed from the site's plan and the published formulas. Of the tested code, it
 * uses only the row of a new domain and the engine's quality.
 */
export interface Truth {
  readonly state: Omit<DomainState, 'first_seen' | 'proof'>;
  /** Finding ids with their counts. Null if there is no text to read. */
  readonly findings: Readonly<Record<string, number>>;
  readonly url: string;
  readonly finalUrl: string;
  readonly text: string | null;
}

/** Start of the long introduction, cut at a word. */
const HUGE_SUMMARY = `${Array.from({ length: 9 }, (_, i) => `Line ${i} of a very long introduction.`)
  .join(' ')
  .slice(0, 299)
  .replace(/\s+\S*$/, '')}…`;
const MAX_READ_BYTES = 1_048_576;
const DAY_MS = 86_400_000;
const REGIONS: Readonly<Record<string, string>> = {
  'en-GB': 'GB',
  'de-AT': 'AT',
  'pt-BR': 'BR',
  'ja-JP': 'JP',
  'es-MX': 'MX',
};

const RULE_OF_FAILURE = {
  error: 'server-error',
  noName: 'dns-fault',
  mute: 'no-answer',
  reset: 'no-answer',
  badCertificate: 'tls-fault',
} as const;

export function toTruth(plan: SitePlan, startedAt: number, at: string): Truth {
  const registered_at =
    plan.registeredDaysAgo === null ? null : new Date(startedAt - plan.registeredDaysAgo * DAY_MS).toISOString();
  const nothing: Truth['state'] = {
    ...newDomain(plan.domain, at),
    rank: plan.rank,
    registered_at,
    last_checked: at,
    interval_ms: DAY_MS,
  };
  const own = `https://${plan.domain}`;
  const url = `${own}/llms.txt`;
  const none = { findings: {}, url, finalUrl: url, text: null };
  const failure = (kind: Failure['kind'], reason: string): Failure => ({
    kind,
    reason,
    count: 1,
    since: at,
    last_at: at,
  });
  const up = [{ week: isoWeek(at), ok: 1, total: 1 }];
  const down = [{ week: isoWeek(at), ok: 0, total: 1 }];
  const secure = { tls_valid: true };
  const reachable = { ...secure, cross_domain_redirect: false };

  switch (plan.kind) {
    case 'missing':
    case 'html':
    case 'empty': {
      const [reason, findings] = FAULTS[plan.kind];
      const components = { ...computeScore(plan, at, registered_at, 0, null, false).components, quality: 0 };
      return {
        ...none,
        findings,
        state: {
          ...nothing,
          ...reachable,
          status: 'invalid',
          tier: 'unlisted',
          components,
          score_version: 3,
          failure: failure('definitive', reason),
          uptime: up,
        },
      };
    }
    case 'error':
    case 'noName':
    case 'mute':
    case 'reset':
    case 'badCertificate': {
      const reason = { error: 'server-error', noName: 'dns', mute: 'timeout', reset: 'reset', badCertificate: 'tls' }[
        plan.kind
      ];
      // If robots.txt is not reachable, it is the last request.
      const asked = plan.kind === 'error' ? url : `${own}/robots.txt`;
      return {
        ...none,
        findings: { [RULE_OF_FAILURE[plan.kind]]: 1 },
        url: asked,
        finalUrl: asked,
        state: {
          ...nothing,
          status: 'unreachable',
          tier: 'unlisted',
          failure: failure('network', reason),
          uptime: down,
          ...(plan.kind === 'error' && secure),
          ...(plan.kind === 'badCertificate' && { tls_valid: false }),
        },
      };
    }
    case 'walled':
      return {
        ...none,
        findings: { blocked: 1 },
        state: { ...nothing, ...secure, failure: failure('blocked', 'blocked') },
      };
    case 'optOut':
    case 'disallowed': {
      const asked = `${own}/robots.txt`;
      const state = { ...nothing, ...secure, failure: failure('blocked', 'robots') };
      return {
        ...none,
        url: asked,
        finalUrl: asked,
        state: plan.kind === 'optOut' ? { ...state, rejection: 'opt-out', tier: 'rejected' } : state,
      };
    }
    default:
      return fileTruth(plan, startedAt, at, { ...nothing, ...reachable, uptime: up });
  }
}

const FAULTS: Readonly<Record<'missing' | 'html' | 'empty', readonly [string, Readonly<Record<string, number>>]>> = {
  missing: ['not-found', { 'not-found': 1 }],
  html: ['html-body', { 'html-body': 1, 'no-validators': 1 }],
  empty: ['empty-body', { 'empty-body': 1, 'no-validators': 1 }],
};

function fileTruth(plan: SitePlan, startedAt: number, at: string, visited: Truth['state']): Truth {
  const own = `https://${plan.domain}`;
  const url = `${own}/llms.txt`;
  const abroad = plan.kind === 'abroad';
  const moved = plan.kind === 'moved';
  const text = toFile(plan);
  const read = Buffer.from(text).subarray(0, MAX_READ_BYTES);
  const huge = plan.kind === 'huge';
  const links = huge ? [] : plan.sections.flat();
  const dead = links.filter((link) => link.dead).length;
  const isDeadly = dead > links.length / 4;
  const modified = toLastModified(plan, startedAt);
  const finalUrl = abroad ? `https://${ABROAD}/${plan.index}/llms.txt` : moved ? `${own}/moved/llms.txt` : url;

  const costs: Record<string, readonly [count: number, weight: number]> = {
    'no-describedby': [plan.homepage.describedBy ? 0 : 1, 1],
    'no-markdown-alternate': [plan.homepage.alternate ? 0 : 1, 1],
    'no-validators': [plan.hasTag || modified !== null ? 0 : 1, 1],
    'no-summary': [plan.summary === null ? 1 : 0, 1],
    'no-notes': [links.some((link) => !link.noted) ? 1 : 0, 1],
    'dead-link': [dead, isDeadly ? 20 : 4],
    'cross-domain-redirect': [abroad || moved ? 1 : 0, abroad ? 4 : 1],
    'too-large': [huge ? 1 : 0, 4],
    'token-budget': [huge ? 1 : 0, 1],
    'no-sections': [huge ? 1 : 0, 1],
  };
  const findings = Object.fromEntries(
    Object.entries(costs).flatMap(([id, [count]]) => (count > 0 ? [[id, count]] : [])),
  );
  const status = isDeadly ? 'invalid' : 'valid';
  // Use the scope of the requested URL after a redirect within the site.
  const judgedUrl = abroad ? finalUrl : url;
  const quality = isDeadly
    ? 0
    : computeQuality(read, judgedUrl, costs, { checked: links.length, dead, redirecting: 0 });
  const changed = isDeadly ? null : modified === null ? at : new Date(modified).toISOString();
  const score = computeScore(plan, at, visited.registered_at, quality, changed, abroad);
  const region = REGIONS[plan.homepage.language ?? ''];
  const summary = plan.summary ?? (huge ? HUGE_SUMMARY : `The homepage of ${plan.domain}.`);
  return {
    findings,
    url,
    finalUrl,
    text: isDeadly ? null : read.toString('utf8'),
    state: {
      ...visited,
      status,
      components: score.components,
      score_version: 3,
      authority: isDeadly ? null : score.authority,
      tier: isDeadly || score.authority < 20 ? 'unlisted' : score.authority >= 70 ? 'featured' : 'listed',
      failure: isDeadly ? { kind: 'definitive', reason: 'dead-link', count: 1, since: at, last_at: at } : null,
      llms_txt: url,
      llms_full_txt: plan.hasFullFile ? `${own}/llms-full.txt` : null,
      title: plan.title,
      summary,
      summary_source: plan.summary === null ? (huge ? 'paragraph' : 'homepage') : 'quote',
      topics: topicsSeen({ domain: plan.domain, title: plan.title, summary }, read, finalUrl),
      sections: huge ? 0 : plan.sections.length,
      links: links.length,
      language: plan.homepage.language,
      country: region ?? null,
      country_basis: region ? 'locale' : null,
      cross_domain_redirect: abroad,
      ...(!isDeadly && {
        content_hash: createHash('sha256').update(read).digest('base64url'),
        content_changed_at: changed,
        etag: plan.hasTag ? `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` : null,
        last_modified: modified === null ? null : new Date(modified).toUTCString(),
      }),
    },
  };
}

/** Returns the topics of these words. Other tests check the rules. */
function topicsSeen(
  described: { readonly domain: string; readonly title: string | null; readonly summary: string },
  body: Uint8Array,
  url: string,
): string[] {
  const text = Buffer.from(body).toString('utf8');
  return findTopics({ ...described, tags: [], ...toSearchText(text, parse(text, { url })) });
}

/** Data that no text contains. */
const SEEN_AROUND_THE_FILE = [
  'no-describedby',
  'no-markdown-alternate',
  'no-validators',
  'dead-link',
  'cross-domain-redirect',
  'too-large',
];
const SEVERITIES: Readonly<Record<number, Severity>> = { 1: 'info', 4: 'warning', 20: 'error' };

/** Computes the quality of the text with these findings, as the engine does. */
function computeQuality(
  body: Uint8Array,
  url: string,
  costs: Readonly<Record<string, readonly [count: number, weight: number]>>,
  linksTried: LinksTried,
): number {
  const [sample] = lint({ body: '' }).findings;
  if (sample === undefined) throw new Error('an empty file has a finding');
  const earlierFindings = SEEN_AROUND_THE_FILE.flatMap((id) => {
    const [count = 0, weight = 0] = costs[id] ?? [];
    return Array.from({ length: count }, () => ({ ...sample, id, severity: SEVERITIES[weight] ?? sample.severity }));
  });
  return lint({ body, url, linksTried, earlierFindings }).quality;
}

/** Computes the score by the published formula: reach 40, trust 25, quality 25, freshness 10. */
function computeScore(
  plan: SitePlan,
  at: string,
  registeredAt: string | null,
  quality: number,
  changedAt: string | null,
  abroad: boolean,
) {
  const reach = plan.rank === null ? 0 : Math.round(100 * Math.max(0, 1 - Math.log10(plan.rank) / 6));
  const daysSince = (then: string) => (Date.parse(at) - Date.parse(then)) / DAY_MS;
  const age = registeredAt === null ? 0 : Math.min(1, daysSince(registeredAt) / 3_652.5);
  // The site is minutes old, so uptime adds nothing yet.
  const trust = Math.round(20 + (abroad ? 0 : 10) + 30 * age);
  const freshness =
    changedAt === null ? null : Math.round(100 * Math.min(1, Math.max(0, (365 - daysSince(changedAt)) / 335)));
  const base = (40 * reach + 25 * trust + 25 * quality + 10 * (freshness ?? 0)) / 100;
  return { components: { reach, trust, quality, freshness }, authority: Math.min(100, Math.round(base)) };
}

/** Returns the ISO 8601 week, which is the week of the day's Thursday. */
function isoWeek(at: string): string {
  const day = new Date(at.slice(0, 10));
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const week = Math.ceil(((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}
