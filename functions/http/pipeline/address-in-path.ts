import { DirectoryError } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import type { Answer } from './answer.ts';
import type { AppContext } from './app-env.ts';
import { negotiate } from './negotiate.ts';
import { pathOf, queryOf } from './request-target.ts';

const PATHS = {
  'text/html': paths.resolveOf,
  'application/json': paths.resolveApiOf,
  'application/linkset+json': paths.resolveApiOf,
  'text/markdown': (url: string) => paths.resolveOf(url).replace(paths.resolve, paths.markdown(paths.resolve)),
} as const;
const TYPES = ['text/html', 'application/json', 'application/linkset+json', 'text/markdown'] as const;

/**
 * Handles `/https://example.com/guides`: redirects to the directory's data about the page, in the accepted form.
 * Accepts paths in which a proxy merged two slashes. It never redirects to another site.
 */
export function redirectToResolution(c: AppContext): Answer {
  c.set('variesByAccept', true);
  const wanted = negotiate(c.req.header('accept'), TYPES);
  if (wanted === null) throw new DirectoryError('not_acceptable', `This resource is available as ${TYPES.join(', ')}.`);
  const query = queryOf(c.req.url);
  const address = pathOf(c.req.url).replace(/^\/(https?):\/*/i, '$1://') + (query && `?${query}`);
  return { status: 303, headers: { location: PATHS[wanted](address), 'cache-control': 'no-store' }, body: null };
}
