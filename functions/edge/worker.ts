import { findContentType } from '../../src/site/build/content-type.ts';
import { createGuardFields } from '../http/pipeline/guard-fields.ts';
import { matchesTag } from '../http/pipeline/matches-tag.ts';
import { FILE_CACHES, PRIVATE_PATH, STATIC_RULES } from './static-rules.ts';

/** Binding of a Cloudflare Worker to its published files. */
interface Env {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

const HTML = 'text/html; charset=utf-8';
const rule = (name: Exclude<keyof typeof STATIC_RULES, 'methods' | 'otherFields'>) => new RegExp(STATIC_RULES[name]);
const [target, live, file, site] = [rule('target'), rule('live'), rule('file'), rule('site')];
const [acceptsPage, acceptsOther] = [rule('acceptsPage'), rule('acceptsOther')];

/**
 * Router on Cloudflare. The Worker has the route of the directory, whose DNS name leads to the Node host. Built files
 * have the same fields as from the Node host, and other requests pass unchanged.
 */
export default {
  async fetch(request: Request, { ASSETS }: Env): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    if (pathname === PRIVATE_PATH) return new Response(null, { status: 404 });
    if (mayBeStatic(request, pathname + search)) {
      const asset = await ASSETS.fetch(request);
      // Other statuses, such as a redirect to another spelling, mean that the URL has no file.
      const hasFile = asset.status === 200 || asset.status === 304;
      if (hasFile && isExpected(request, asset)) return withFields(asset, origin, pathname);
    }
    return await fetch(request);
  },
};

/** Reports whether `If-Match` allows the file. The Node host compares a failed condition with its own tag. */
function isExpected({ headers }: Request, found: Response): boolean {
  const expected = headers.get('if-match');
  return expected === null || matchesTag(expected, found.headers.get('etag') ?? '', 'strong');
}

function mayBeStatic({ method, headers }: Request, address: string): boolean {
  if (!STATIC_RULES.methods.some((each) => each === method)) return false;
  if (STATIC_RULES.otherFields.some((name) => headers.has(name))) return false;
  if (!target.test(address) || live.test(address)) return false;
  const accept = headers.get('accept') ?? '';
  return (file.test(address) && !site.test(address)) || (acceptsPage.test(accept) && !acceptsOther.test(accept));
}

function withFields(found: Response, origin: string, path: string): Response {
  const extension = file.exec(path)?.[0] ?? '';
  const isPage = extension === '' || found.headers.get('content-type')?.startsWith('text/html') === true;
  const type = (isPage ? null : findContentType(path)) ?? HTML;
  const fields = new Headers({
    ...createGuardFields(origin)(found.status, type),
    'cache-control': FILE_CACHES.find(([paths]) => paths.test(path))?.[1] ?? '',
    etag: found.headers.get('etag') ?? '',
  });
  if (found.status === 200) fields.set('content-type', type);
  if (isPage || (extension === '.md' && !site.test(path))) fields.set('vary', 'Accept');
  return new Response(found.body, { status: found.status, headers: fields });
}
