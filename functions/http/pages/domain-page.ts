import { DirectoryError } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import { findDomainName, parseDomainParam, UnknownDomain } from '../../../src/operations/domain-param.ts';
import type { Answer } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE } from '../pipeline/media-types.ts';
import { negotiate } from '../pipeline/negotiate.ts';
import { toQuery } from '../pipeline/request-target.ts';
import type { PageDeps, PageServices } from './page-deps.ts';

const TYPES = [HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE] as const;
type MediaType = (typeof TYPES)[number];

const PATHS: Readonly<Record<MediaType, (domain: string) => string>> = {
  [HTML_TYPE]: paths.domain,
  [JSON_TYPE]: paths.domainJson,
  [MARKDOWN_TYPE]: paths.domainMarkdown,
};

/** Serves `/domain/<name>` by Accept, `/domain/<name>.json` and `/domain/<name>.md`. */
export async function answerDomain(c: AppContext, deps: PageDeps, parts: PageServices): Promise<Answer> {
  const { pages, takeQuota, answerRecord } = parts;
  const { name, sibling } = await readName(c, deps, parts);
  if (sibling === null) c.set('variesByAccept', true);
  const mediaType = sibling ?? negotiate(c.req.header('accept'), TYPES);
  const domain = findDomainName(name, 'name', deps);
  if (domain !== null && mediaType !== null) {
    const page = await pages.find(c, PATHS[mediaType](domain), toQuery(c.req.url));
    if (page) {
      deps.lookups.count(domain);
      return page;
    }
  }
  if (!c.get('quotas')) await takeQuota(c, 'read');
  if (mediaType === HTML_TYPE) return await pages.notFound(domain ?? undefined);
  if (mediaType === null)
    throw new DirectoryError('not_acceptable', `This resource is available as ${TYPES.join(', ')}.`);
  if (mediaType === JSON_TYPE) return await answerRecord(c, { domain: name });
  throw new UnknownDomain(parseDomainParam(name, 'name', deps), deps.baseUrl);
}

/**
 * `.md` is also a country domain. A tracked domain's sibling has priority, so that registering a name cannot replace
 * the sibling of a page.
 */
async function readName(
  c: AppContext,
  deps: PageDeps,
  { pages, takeQuota }: PageServices,
): Promise<{ readonly name: string; readonly sibling: MediaType | null }> {
  const segment = c.req.param('name') ?? '';
  const plain = { name: segment, sibling: null };
  if (segment.endsWith('.json')) return { name: segment.slice(0, -'.json'.length), sibling: JSON_TYPE };
  if (!segment.endsWith('.md')) return plain;
  const name = segment.slice(0, -'.md'.length);
  const domain = findDomainName(name, 'name', deps);
  if (domain === null) return plain;
  if (await pages.isBuilt(paths.domain(domain))) return { name, sibling: MARKDOWN_TYPE };
  await takeQuota(c, 'read');
  return (await deps.store.lookup(domain)) === null ? plain : { name, sibling: MARKDOWN_TYPE };
}
