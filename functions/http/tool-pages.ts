import { parseDomainName } from '../../src/directory/domain-name.ts';
import { type DirectoryError, ERRORS } from '../../src/directory/errors.ts';
import { paths } from '../../src/directory/urls.ts';
import { getVerification } from '../../src/operations/get-verification.ts';
import { nameDomain } from '../../src/operations/parse-domain-param.ts';
import { perform } from '../../src/operations/perform.ts';
import type { Page } from '../../src/site/page.ts';
import type { Waiting } from '../visits/site-visits.ts';
import type { Answer, Call } from './answer.ts';
import type { FrontContext } from './app.ts';
import { clientNetwork } from './client-network.ts';
import { limitFields, type QuotaGroup, rateLimited } from './limiter.ts';

type Fields = Record<string, string>;
type ToolKind = 'check' | 'generate' | 'badges';

const TOOLS: Readonly<Record<string, ToolKind>> = {
  [paths.check]: 'check',
  [paths.generate]: 'generate',
  [paths.badges]: 'badges',
};
const CLAIM_PATH = /^\/claim\/([^/]+)$/;

/** Nobody follows the steps of a visit that ends in a page; `stream` of the API tells them. */
const UNTOLD: Waiting = { report: () => {}, aged: () => {} };

/**
 * The pages that answer a form without a script: what was asked for is made for this visitor and kept nowhere. Null for
 * every other path, and for a tool that nobody has asked yet: those are files. `told` says what of a failure is for the visitor.
 */
export async function answerToolPage(
  call: Call,
  context: FrontContext,
  fields: Fields,
  told: (caught: unknown) => DirectoryError,
): Promise<Answer | null> {
  const claim = CLAIM_PATH.exec(call.path);
  if (claim?.[1]) return await answerClaim(claim[1], call, context, fields);
  const query = new URLSearchParams(call.query);
  if (call.path === paths.search && query.has('go')) return goTo(query.get('q') ?? '', context);
  const kind = TOOLS[call.path];
  const asked = query.get('domain')?.trim() ?? '';
  if (kind === undefined || asked === '' || call.method !== 'GET') return null;
  const take = (group: QuotaGroup) => limit(group, call, context, fields);
  try {
    const domain = nameDomain(context, asked, 'name-or-url');
    return await show(call.path, await pageOf(kind, domain, asked, context, take), 200, context);
  } catch (caught) {
    const error = told(caught);
    const { title, status } = ERRORS[error.code];
    if (error.retryAfterS !== null) fields['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterS)));
    const problem = { title, detail: error.message };
    return await show(call.path, { kind, asked, result: null, problem }, status, context);
  }
}

async function pageOf(
  kind: ToolKind,
  domain: string,
  asked: string,
  { visits }: FrontContext,
  take: (group: QuotaGroup) => Promise<void>,
): Promise<Page> {
  if (kind === 'badges') {
    await take('read');
    return { kind, asked, result: { domain }, problem: null };
  }
  if (kind === 'generate') {
    await take(visits.knows('draft', domain) ? 'read' : 'fetch');
    const { text, pagesRead, notes } = await visits.draft(domain, UNTOLD);
    return { kind, asked, result: { domain, text, pagesRead, notes }, problem: null };
  }
  // What a script has had checked a moment ago is shown, not checked again.
  await take(visits.knows('check', domain) ? 'read' : 'fetch');
  const { check, text, whole } = await visits.checkText(domain, UNTOLD);
  const {
    url,
    final_url: finalUrl,
    fetched_at: fetchedAt,
    status,
    quality,
    checks: findings,
    preview,
    readers,
  } = check;
  const result = { domain, url, finalUrl, fetchedAt, status, quality, findings, preview, readers, text, whole };
  return { kind, asked, result, problem: null };
}

/** The steps of a claim with this visitor's own token. */
async function answerClaim(segment: string, call: Call, context: FrontContext, fields: Fields): Promise<Answer | null> {
  const parsed = parseName(segment, context);
  if (!parsed.ok) return null;
  await limit('read', call, context, fields);
  const { domain } = parsed;
  const facts = await context.store.lookup(domain);
  if (!facts) return answerOf(await context.renderer.notFound(domain));
  const { token, verify_endpoint, methods } = await perform(
    getVerification,
    {
      ...context,
      client: clientNetwork(call.address),
      check: (name) => context.visits.check(name, UNTOLD),
      draft: (name) => context.visits.draft(name, UNTOLD),
    },
    { domain },
  );
  const steps = { token, verifyEndpoint: verify_endpoint, methods };
  return await show(paths.claim(domain), { kind: 'claim', domain, verified: facts.verified, steps }, 200, context);
}

/** The one box of the home page: a domain or URL leads to its page, everything else to the search. */
function goTo(typed: string, context: FrontContext): Answer {
  const parsed = parseDomainName(typed, { form: 'name-or-url', reserved: context.reservedNames });
  const location = parsed.ok ? paths.domain(parsed.domain) : paths.searchFor(typed.trim());
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: null };
}

function parseName(segment: string, context: FrontContext) {
  try {
    return parseDomainName(decodeURIComponent(segment), { form: 'name', reserved: context.reservedNames });
  } catch (error) {
    if (error instanceof URIError) return { ok: false } as const;
    throw error;
  }
}

async function limit(group: QuotaGroup, call: Call, { limiter }: FrontContext, fields: Fields): Promise<void> {
  const { allowed, standings } = await limiter.take(group, clientNetwork(call.address));
  Object.assign(fields, limitFields(standings));
  if (!allowed) throw rateLimited(standings);
}

async function show(path: string, page: Page, status: number, { renderer }: FrontContext): Promise<Answer> {
  return answerOf({ ...(await renderer.show(path, page)), status });
}

function answerOf({ status, contentType, body }: Awaited<ReturnType<FrontContext['renderer']['show']>>): Answer {
  return { status, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body };
}
