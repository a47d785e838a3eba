import { DirectoryError } from '../../../src/directory/errors.ts';
import { toMessage } from '../../../src/directory/to-message.ts';
import { findDomainName } from '../../../src/operations/domain-param.ts';
import { drawBadge, parseBadgeStyle, renderBadge, toBadgeData } from '../../../src/site/content/badge.ts';
import { type Answer, taggedAnswer } from '../pipeline/answer.ts';
import type { AppContext } from '../pipeline/app-env.ts';
import { BADGE_CACHE } from '../pipeline/caching.ts';
import type { PageDeps, PageServices } from './page-deps.ts';

/** Cache time of badge data. A built badge is as old as the build. */
const KEEP_MS = 60_000;

const UNKNOWN_COLOR = '#5b6470';

/**
 * Serves the badge of a domain. Always answers 200, so that embeds never break. An invalid name is "not listed". A
 * client above its quota, or during a store outage, gets an uncached badge that says so.
 */
export async function answerBadge(c: AppContext, deps: PageDeps, { takeQuota, facts }: PageServices): Promise<Answer> {
  const style = parseBadgeStyle(c.req.query('style') ?? null) ?? 'flat';
  const name = (c.req.param('file') ?? '').slice(0, -'.svg'.length);
  const domain = findDomainName(name, 'name', deps);
  try {
    await takeQuota(c, 'read');
    const read = async (known: string) => toBadgeData((await deps.store.getSummaries([known]))[0] ?? null);
    const badgeData = domain === null ? toBadgeData(null) : await facts.get(domain, KEEP_MS, () => read(domain));
    return picture(renderBadge(domain ?? 'this name', badgeData, style), BADGE_CACHE);
  } catch (error) {
    const isLimited = error instanceof DirectoryError && error.code === 'rate.limited';
    if (!isLimited) deps.log.warn('badge.unknown', { request: c.get('requestId'), error: toMessage(error) });
    const message = isLimited ? 'too many requests' : 'unknown';
    const title = `llms.txt: ${message}`;
    return picture(drawBadge({ title, label: 'llms.txt', message, color: UNKNOWN_COLOR, style }), 'no-store');
  }
}

const picture = (svg: string, control: string) => taggedAnswer(svg, 'image/svg+xml; charset=utf-8', control);
