import { countBySeverity } from '#llmstxt';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { PublicFacts } from '../../../../directory/record.ts';
import type { Failure } from '../../../../directory/state.ts';
import { paths } from '../../../../directory/urls.ts';
import { isFinding } from '../../../../directory/visit.ts';
import { failureWords } from '../../format/failure-words.ts';
import { linkPage, listLinks, renderPage } from '../../format/markdown.ts';
import { isRefused, markAfterVisit, markBeforeVisit } from '../../format/status-words.ts';
import type { CheckAnswer } from '../check/check-view.ts';
import { KEPT_OUT } from '../domain/verdict-view.ts';
import { severityCounts } from '../findings/findings-view.ts';
import { BLOCKED_RULE } from '../quality/verdict.ts';

interface KnownSite {
  readonly facts: Pick<PublicFacts, 'status' | 'links' | 'verified' | 'tier' | 'last_checked'>;
  readonly failure: Pick<Failure, 'kind' | 'reason'> | null;
}

export interface SiteToAdd {
  readonly domain: string;
  /** Entry, or null if the domain is not in the directory. */
  readonly site: KnownSite | null;
  /** Result of a visit, or null if the directory has the domain. */
  readonly check: Pick<CheckAnswer, 'status' | 'rejection' | 'checks' | 'preview'> | null;
}

const NO_FILE = 'not-found';
const LET_IN = 'See how to let us in';
const WEB_PAGE = 'html-body';
const NO_NAME = 'dns-fault';

/** Returns the result as a sentence, with the next steps. */
export function addView({ domain, site, check }: SiteToAdd) {
  if (site !== null) return knownView(domain, site);
  if (check === null) throw new TypeError(`${domain} was not checked`);
  const isBlocked = check.checks.some((rule) => rule.id === BLOCKED_RULE && isFinding(rule));
  const base = { domain, mark: markAfterVisit(check.status, isBlocked), isReady: false };
  const links = (check.preview?.sections ?? []).reduce((sum, section) => sum + section.links.length, 0);
  if (check.status === 'valid' && check.rejection !== null) {
    return { ...base, found: KEPT_OUT[check.rejection], advice: 'There is nothing to add.', button: null, steps: [] };
  }
  if (check.status === 'valid') {
    const outcome = `Found: valid, ${formatQuantity(links, 'link')}${check.preview?.truncated ? ' or more' : ''}.`;
    const advice = 'Add it. It is in the directory within a minute, and you can claim it next.';
    return { ...base, found: outcome, advice, button: 'Add it', isReady: true, steps: [] };
  }
  return { ...base, ...faultView(domain, check) };
}

function knownView(domain: string, { facts, failure }: KnownSite) {
  const { status, verified, tier, last_checked } = facts;
  const isBlocked = failure?.kind === 'blocked';
  const isWaiting = last_checked === null;
  const claim = { label: 'Claim it', path: paths.claim(domain) };
  const check = { label: isRefused(status, isBlocked) ? LET_IN : 'See what is wrong', path: paths.checkOf(domain) };
  return {
    domain,
    mark: isWaiting ? markBeforeVisit(status) : markAfterVisit(status, isBlocked),
    found: `In the directory: ${formatState(facts, failure)}${verified ? ', verified by its owner' : ''}.`,
    advice: verified || tier === 'rejected' ? 'There is nothing to add.' : 'Is it yours? Claim it.',
    button: null,
    isReady: false,
    steps: [
      { label: 'Open its page', path: paths.domain(domain) },
      ...(status === 'valid' || isWaiting ? [] : [check]),
      ...(verified || tier === 'rejected' ? [] : [claim]),
    ],
  };
}

/** Describes the entry of a site, for text after a colon. */
function formatState({ status, tier, links, last_checked }: KnownSite['facts'], failure: KnownSite['failure']): string {
  if (status === 'valid' && tier === 'rejected') return 'kept out of lists and search';
  if (status === 'valid') return `valid, ${formatQuantity(links ?? 0, 'link')}`;
  if (last_checked === null) return 'waiting for its first visit';
  if (failure !== null) return failureWords(failure.reason).words;
  return status === 'pending' ? 'not read yet' : status;
}

function faultView(domain: string, { checks, preview, status }: NonNullable<SiteToAdd['check']>) {
  const findings = checks.filter(isFinding);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const has = (id: string) => findings.some((finding) => finding.id === id);
  const report = { label: 'See what to fix', path: paths.checkOf(domain) };
  const draft = { label: 'Generate one', path: paths.generateFor(domain) };
  if (has(NO_FILE) || has(WEB_PAGE)) {
    const advice = 'Generate one from the pages of the site, publish it, and come back.';
    const outcome = has(NO_FILE) ? 'No file at /llms.txt.' : 'No file at /llms.txt: the server returns a web page.';
    return { found: outcome, advice, button: 'Add it anyway', steps: has(NO_FILE) ? [draft] : [draft, report] };
  }
  if (has(NO_NAME)) {
    const advice = 'Check the spelling, or the DNS records of the domain.';
    return { found: 'The domain name has no public address.', advice, button: null, steps: [report] };
  }
  if (has(BLOCKED_RULE)) {
    const steps = [{ label: LET_IN, path: paths.checkOf(domain) }];
    const advice = 'The file stays unread until the site lets our crawler in.';
    return { found: 'The site blocks our crawler.', advice, button: 'Add it anyway', steps };
  }
  const reason = errors[0] === undefined ? 'the visit failed' : failureWords(errors[0].id).words;
  if (status === 'unreachable') {
    const cause = errors[0]?.message ?? 'The visit failed.';
    return { found: `The site cannot be read. ${cause}`, advice: 'Try again later.', button: null, steps: [report] };
  }
  const counts = severityCounts(countBySeverity(errors))[0]?.text ?? 'errors';
  const outcome = preview ? `Found: not valid, ${counts}.` : `No usable file: ${reason}.`;
  const advice = 'Fix the file first, because the directory lists valid files only.';
  return { found: outcome, advice, button: 'Add it anyway', steps: preview ? [report] : [report, draft] };
}

export function renderAddToolMarkdown(baseUrl: string): string {
  return renderPage(
    'Add your site',
    'Registers a domain and queues its first visit. No account, no key.',
    renderRegistration('example.com', baseUrl),
    [
      `- ${linkPage('For owners', paths.doc('owners'), baseUrl)}: prove control and edit the entry`,
      `- ${linkPage('Generate', paths.generate, baseUrl)}: write a file for a site without one`,
    ],
  );
}

export function renderAddMarkdown(
  { domain, found, advice, button, steps }: ReturnType<typeof addView>,
  baseUrl: string,
): string {
  const request = button === null ? null : renderRegistration(domain, baseUrl);
  return renderPage(`Add ${domain}`, `${found} ${advice}`, request, listLinks(steps, baseUrl));
}

function renderRegistration(domain: string, baseUrl: string): string {
  return `    POST ${baseUrl}${paths.sites}\n    Content-Type: application/json\n\n    {"domain":"${domain}"}`;
}
