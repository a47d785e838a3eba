import { DirectoryError } from '../../../src/directory/errors.ts';
import { paths } from '../../../src/directory/urls.ts';
import { type Answer, redirectTo } from './answer.ts';
import type { AppContext } from './app-env.ts';
import { HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE } from './media-types.ts';
import { negotiate } from './negotiate.ts';
import { toPath, toQuery } from './request-target.ts';

const PATHS = {
  [HTML_TYPE]: paths.resolveOf,
  [JSON_TYPE]: paths.resolveApiOf,
  'application/linkset+json': paths.resolveApiOf,
  [MARKDOWN_TYPE]: (url: string) => paths.resolveOf(url).replace(paths.resolve, paths.markdown(paths.resolve)),
} as const;
const TYPES = [HTML_TYPE, JSON_TYPE, 'application/linkset+json', MARKDOWN_TYPE] as const;

/**
 * Handles `/https://example.com/guides`: redirects to the directory's data about the page, in the accepted form.
 * Accepts paths in which a proxy merged two slashes. Never redirects to another site.
 */
export function redirectToResolution(c: AppContext): Answer {
  c.set('variesByAccept', true);
  const mediaType = negotiate(c.req.header('accept'), TYPES);
  if (mediaType === null)
    throw new DirectoryError('not_acceptable', `This resource is available as ${TYPES.join(', ')}.`);
  const query = toQuery(c.req.url);
  const address = toPath(c.req.url).replace(/^\/(https?):\/*/i, '$1://') + (query && `?${query}`);
  return redirectTo(PATHS[mediaType](address));
}
