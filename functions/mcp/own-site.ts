import { DirectoryError } from '../../src/directory/errors.ts';
import { isLoopback } from '../../src/runtime/env.ts';
import { isOwnOrigin } from '../http/pipeline/own-origin.ts';

/**
 * Refuses a request for another host, because a page could use DNS rebinding. Refuses other origins if the service
 * runs on loopback. A public service answers other origins, like the API. Throws `DirectoryError` origin.forbidden.
 */
export function requireOwnSite(host: string, origin: string | undefined, baseUrl: string): void {
  const own = new URL(baseUrl);
  if (!isOwnOrigin(`${own.protocol}//${host}`, own)) {
    throw new DirectoryError('origin.forbidden', `This endpoint is available only at ${own.host}.`);
  }
  if (origin !== undefined && isLoopback(baseUrl) && !isOwnOrigin(origin, own)) {
    throw new DirectoryError('origin.forbidden', 'A page of another site may not call this endpoint.');
  }
}
