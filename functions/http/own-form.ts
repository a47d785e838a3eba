import { DirectoryError } from '../../src/directory/errors.ts';
import type { Check } from './app-env.ts';
import { isOwnOrigin } from './own-origin.ts';
import type { TakeQuota } from './take-quota.ts';

/** What `Sec-Fetch-Site` says of a form on a page of ours, and of an address that the visitor has typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Refuses a form that a page of another site has posted: it would act in the name of a visitor who does not know of it, and take
 * from the visitor's quota of such acts. Programs send neither field. Rejects with `origin.forbidden`.
 */
export function requireOwnForm(baseUrl: string, takeQuota: TakeQuota): Check {
  const own = new URL(baseUrl);
  return async (c) => {
    const site = c.req.header('sec-fetch-site');
    const origin = c.req.header('origin');
    if ((site === undefined || OWN_SITES.has(site)) && (origin === undefined || isOwnOrigin(origin, own))) return;
    await takeQuota(c, 'read');
    throw new DirectoryError('origin.forbidden', 'A page of another site may not post this form.');
  };
}
