import { DirectoryError } from '../../src/directory/errors.ts';
import { nameDomain } from '../../src/operations/parse-domain-param.ts';
import { badgeStateOf, drawBadge, parseBadgeStyle, renderBadge } from '../../src/site/badge.ts';
import type { Answer, Call } from './answer.ts';
import type { ApiContext } from './api.ts';
import { cacheControl, entityTag, revalidate } from './caching.ts';
import { CORS } from './cors.ts';

/** Badges are embedded in pages of others: five minutes old is fresh, and an old one is better than none. */
const BADGE_CACHE = cacheControl({ maxAgeS: 300, staleS: 86_400 });
/** The grey of a state that says nothing about the site. */
const UNKNOWN_COLOR = '#5b6470';

/**
 * The badge of a domain. 200 in every case, so that embeds never break: a name that cannot be listed is "not listed", and
 * while the store does not answer the badge says so and nobody keeps it.
 */
export async function answerBadge(call: Call, context: ApiContext, requestId: string): Promise<Answer> {
  const segment = call.path.slice('/badge/'.length, -'.svg'.length);
  const style = parseBadgeStyle(new URLSearchParams(call.query).get('style')) ?? 'flat';
  const domain = domainOf(segment, context);
  try {
    const facts = domain === null ? null : await context.store.lookup(domain);
    return revalidate(call, picture(renderBadge(domain ?? 'this name', badgeStateOf(facts), style), BADGE_CACHE));
  } catch (error) {
    context.log.warn('badge.unknown', {
      request: requestId,
      error: error instanceof Error ? error.message : 'unknown',
    });
    const message = 'unknown';
    return picture(
      drawBadge({ title: `llms.txt: ${message}`, label: 'llms.txt', message, color: UNKNOWN_COLOR, style }),
      'no-store',
    );
  }
}

function domainOf(segment: string, context: ApiContext): string | null {
  try {
    return nameDomain(context, decodeURIComponent(segment), 'name');
  } catch (error) {
    if (error instanceof DirectoryError || error instanceof URIError) return null;
    throw error;
  }
}

function picture(svg: string, control: string): Answer {
  return {
    status: 200,
    headers: {
      ...CORS,
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': control,
      etag: entityTag(svg),
    },
    body: svg,
  };
}
