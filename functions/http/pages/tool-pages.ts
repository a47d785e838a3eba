import { DirectoryError, ERRORS, type ErrorCode } from '../../../src/directory/errors.ts';
import { parsePackageName } from '../../../src/directory/package-name.ts';
import { paths } from '../../../src/directory/urls.ts';
import {
  type DomainRules,
  findDomainName,
  parseDomainParam,
  UnknownDomain,
} from '../../../src/operations/domain-param.ts';
import { computeReads, type QuotaGroup } from '../../../src/operations/quotas.ts';
import { resolvePackageText } from '../../../src/operations/resolve/resolve-package.ts';
import { resolveAddress } from '../../../src/operations/resolve/resolve-url.ts';
import type { Page, PageProblem } from '../../../src/site/content/page.ts';
import { fixText } from '../../../src/site/content/views/check/fix-text.ts';
import { NO_PROGRESS } from '../../visits/site-visits.ts';
import { type Answer, redirectTo, uncachedAnswer } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { prefersMarkdown } from '../pipeline/negotiate.ts';
import { explainFailure, failureFields } from '../pipeline/problem.ts';
import { type TakeQuota, takeReads } from '../pipeline/take-quota.ts';
import type { PageDeps, PageServices } from './page-deps.ts';
import type { SitePages } from './site-pages.ts';

type ToolKind = 'add' | 'check' | 'generate' | 'badges' | 'resolve';

export const TOOL_PAGES: readonly (readonly [path: string, kind: ToolKind])[] = [
  [paths.add, 'add'],
  [paths.check, 'check'],
  [paths.generate, 'generate'],
  [paths.badges, 'badges'],
  [paths.resolve, 'resolve'],
];

/**
 * Serves a tool with its result for the form's domain or page, as HTML or Markdown. Without input, serves the built
 * file.
 */
export async function answerToolPage(
  c: AppContext,
  kind: ToolKind,
  deps: PageDeps,
  { pages, takeQuota }: PageServices,
): Promise<Answer> {
  const typed = c.req.query(kind === 'resolve' ? 'url' : 'domain')?.trim() ?? '';
  if (typed === '' || c.req.method !== 'GET') return await pages.answer(c);
  const isMarkdown = c.req.path.endsWith('.md') || acceptsMarkdown(c);
  try {
    const page = await PAGES[kind](typed, toolUse(c, deps, takeQuota));
    const rendered = isMarkdown ? await deps.renderer.showMarkdown(page) : await deps.renderer.show(c.req.path, page);
    // The page shows only public data and the visitor's input.
    return { ...uncachedAnswer(rendered), hasNoSecret: true };
  } catch (caught) {
    // Show the form with the error to people only. Programs get a problem document.
    if (isMarkdown) throw caught;
    const error = explainFailure(caught, deps.log, 'request.failed', c.get('requestId'));
    const problem = toProblem(error);
    const page = await deps.renderer.show(c.req.path, { kind, asked: typed, result: null, problem, example: null });
    return uncachedAnswer({ ...page, status: ERRORS[error.code].status }, failureFields(error));
  }
}

/** Serves the file of a check with its fixes, or as published if no fix is known. */
export async function answerCheckedFile(c: AppContext, deps: PageDeps, { takeQuota }: PageServices): Promise<Answer> {
  const { check, text, isWhole } = await checkFile(c.req.query('domain')?.trim() ?? '', toolUse(c, deps, takeQuota));
  if (text === null) throw new DirectoryError('text.unavailable', 'The check has found no text.');
  const body = fixText(text, check.url, isWhole).text ?? text;
  return { ...uncachedAnswer({ status: 200, contentType: 'text/plain; charset=utf-8', body }), hasNoSecret: true };
}

function toProblem(error: DirectoryError): PageProblem {
  if (error instanceof UnknownDomain) {
    const { domain } = error;
    return {
      title: `${domain} is not in the directory yet`,
      detail: 'If it publishes an llms.txt, you can add it.',
      next: { label: `Check or add ${domain}`, path: paths.domain(domain) },
    };
  }
  return { title: TITLES[error.code] ?? ERRORS[error.code].title, detail: error.message, next: null };
}

/** Titles of problems for forms, because the usual titles say "request". */
const TITLES: Partial<Record<ErrorCode, string>> = {
  'request.invalid': 'Please correct your input',
  'domain.invalid': 'Please correct your input',
};

type ToolUse = ReturnType<typeof toolUse>;

function toolUse(c: AppContext, deps: PageDeps, takeQuota: TakeQuota) {
  return {
    deps,
    visitor: { network: c.get('client').network, progress: NO_PROGRESS },
    take: (group: QuotaGroup) => takeQuota(c, group),
    takeReads: (reads: number) => takeReads(c, reads, takeQuota),
  };
}

type MakePage = (asked: string, use: ToolUse) => Promise<Extract<Page, { kind: ToolKind }>>;

const PAGES: Readonly<Record<ToolKind, MakePage>> = {
  async add(asked, { deps, visitor, take }) {
    const { store, visits } = deps;
    const domain = parseDomain(asked, deps);
    await take('read');
    const [site = null] = await store.getSummaries([domain]);
    if (site !== null) return { kind: 'add', asked, result: { domain, site, check: null }, problem: null };
    if (!visits.knows('check', domain)) await take('fetch');
    const { check } = await visits.check(domain, visitor);
    return { kind: 'add', asked, result: { domain, site, check }, problem: null };
  },

  async badges(asked, { deps, take }) {
    const domain = parseDomain(asked, deps);
    await take('read');
    return { kind: 'badges', asked, result: { domain }, problem: null };
  },

  async generate(asked, { deps, visitor, take }) {
    const { store, visits } = deps;
    const domain = parseDomain(asked, deps);
    await take(visits.knows('draft', domain) ? 'read' : 'fetch');
    const { text, pagesRead, notes } = await visits.draft(domain, visitor);
    // A draft needs no store.
    const entry = await store.lookup(domain).catch(() => null);
    const published = entry?.status === 'valid' ? entry.llms_txt : null;
    return {
      kind: 'generate',
      asked,
      result: { domain, text, pages_read: pagesRead, notes, published },
      problem: null,
      example: domain,
    };
  },

  async check(asked, use) {
    const file = await checkFile(asked, use);
    // A check needs no store.
    const entry = await use.deps.store.lookup(file.check.domain).catch(() => null);
    return { kind: 'check', asked, result: { ...file, entry }, problem: null, example: file.check.domain };
  },

  async resolve(asked, { deps, visitor, take }) {
    await take('read');
    const isPackage = parsePackageName(asked) !== null;
    const result = isPackage ? await resolvePackageText(asked, deps, visitor) : await resolveAddress(asked, deps);
    return { kind: 'resolve', asked, result, problem: null };
  },
};

async function checkFile(asked: string, { deps, visitor, take, takeReads }: ToolUse) {
  const { visits } = deps;
  const domain = parseDomain(asked, deps);
  // Show a recent check by the page's script instead of checking again.
  await take(visits.knows('check', domain) ? 'read' : 'fetch');
  const { check, text, whole, bytes } = await visits.check(domain, visitor);
  await takeReads(computeReads(bytes));
  return { check, text, isWhole: whole };
}

const parseDomain = (asked: string, rules: DomainRules) => parseDomainParam(asked, 'name-or-url', rules);

/** Reports whether the client prefers Markdown. Sets the `Vary` field. */
export function acceptsMarkdown(c: AppContext): boolean {
  c.set('variesByAccept', true);
  return prefersMarkdown(c.req.header('accept'));
}

/** Serves the search page. A domain, URL or package from the home page's box redirects to its page. */
export async function answerSearchPage(c: AppContext, pages: SitePages, rules: DomainRules): Promise<Answer> {
  if (c.req.query('go') === undefined) return await pages.answer(c);
  const typed = c.req.query('q') ?? '';
  const domain = findDomainName(typed, 'name-or-url', rules);
  const other = parsePackageName(typed) === null ? paths.searchFor(typed.trim()) : paths.resolveOf(typed.trim());
  return redirectTo(domain === null ? other : paths.domain(domain));
}
