import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Check } from '../pipeline/app-env.ts';
import { isOwnOrigin } from '../pipeline/own-origin.ts';
import type { TakeQuota } from '../pipeline/take-quota.ts';

/** `Sec-Fetch-Site` of a form on our pages, and of a typed URL. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Refuses a form posted by a page of another site, because it would act for the visitor and use the visitor's quota.
 * Programs send neither field and pass. Rejects with `origin.forbidden`.
 */
export function requireOwnForm(baseUrl: string, takeQuota: TakeQuota): Check {
  const own = new URL(baseUrl);
  return async (c) => {
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    if ((site === undefined || OWN_SITES.has(site)) && (origin === undefined || isOwnOrigin(origin, own))) return;
    await takeQuota(c, 'read');
    throw new DirectoryError('origin.forbidden', 'A page of another site may not submit this form.');
  };
}
