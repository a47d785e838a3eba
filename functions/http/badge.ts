import { type DomainRules, findDomainName } from '../../src/operations/domain-param.ts';
import type { Log } from '../../src/runtime/log.ts';
import { badgeStateOf, drawBadge, parseBadgeStyle, renderBadge } from '../../src/site/badge.ts';
import type { Store } from '../../src/store/store.ts';
import type { Answer } from './answer.ts';
import type { AppContext } from './app-env.ts';
import { cacheControl, entityTag } from './caching.ts';

export interface BadgeNeeds extends DomainRules {
  readonly store: Pick<Store, 'lookup'>;
  readonly log: Log;
}

/** Badges are embedded in pages of others: five minutes old is fresh, and an old one is better than none. */
const BADGE_CACHE = cacheControl({ maxAgeS: 300, staleS: 86_400 });
/** The grey of a state that says nothing about the site. */
const UNKNOWN_COLOR = '#5b6470';

/**
 * The badge of a domain. 200 in every case, so that embeds never break: a name that cannot be listed is "not listed", and
 * while the store does not answer the badge says so and nobody keeps it.
 */
export async function answerBadge(c: AppContext, needs: BadgeNeeds): Promise<Answer> {
  const style = parseBadgeStyle(c.req.query('style') ?? null) ?? 'flat';
  const name = (c.req.param('file') ?? '').slice(0, -'.svg'.length);
  const domain = findDomainName(name, 'name', needs);
  try {
    const facts = domain === null ? null : await needs.store.lookup(domain);
    return picture(renderBadge(domain ?? 'this name', badgeStateOf(facts), style), BADGE_CACHE);
  } catch (error) {
    needs.log.warn('badge.unknown', {
      request: c.get('requestId'),
      error: error instanceof Error ? error.message : 'unknown',
    });
    const message = 'unknown';
    const title = `llms.txt: ${message}`;
    return picture(drawBadge({ title, label: 'llms.txt', message, color: UNKNOWN_COLOR, style }), 'no-store');
  }
}

function picture(svg: string, control: string): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': control, etag: entityTag(svg) },
    body: svg,
  };
}
