import { DirectoryError } from '../../src/directory/errors.ts';
import { isLoopback } from '../../src/runtime/env.ts';

/**
 * Refuses a request for another host: a page could reach this server by a name of its own (DNS rebinding). Refuses pages of other
 * sites too if the service runs on this machine for its user. A public service answers them, like the API.
 * Throws `DirectoryError` origin.forbidden.
 */
export function requireOwnSite(host: string, origin: string | undefined, baseUrl: string): void {
  const own = new URL(baseUrl);
  if (!isOwn(`${own.protocol}//${host}`, own)) {
    throw new DirectoryError('origin.forbidden', `This endpoint answers at ${own.host} only.`);
  }
  if (origin !== undefined && isLoopback(baseUrl) && !isOwn(origin, own)) {
    throw new DirectoryError('origin.forbidden', 'A page of another site may not call this endpoint.');
  }
}

function isOwn(origin: string, own: URL): boolean {
  const asked = URL.parse(origin);
  // Only an origin: what follows a host in either field was put there to mislead.
  if (!asked || asked.href !== `${asked.origin}/`) return false;
  if (asked.origin === own.origin) return true;
  return (
    isLoopback(own.origin) && isLoopback(asked.origin) && asked.port === own.port && asked.protocol === own.protocol
  );
}
