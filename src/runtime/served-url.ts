import type { Store } from '../store/store.ts';
import { type Env, EnvError, isLoopback } from './env.ts';

type Address = Pick<Env, 'BASE_URL'>;

/**
 * Stores the URL at which the directory is served. A server on a developer's machine does not replace a public one.
 */
export async function recordServedUrl(
  store: Pick<Store, 'getServedUrl' | 'setServedUrl'>,
  { BASE_URL }: Address,
): Promise<void> {
  const served = await store.getServedUrl();
  const isPublic = served !== null && !isLoopback(served);
  if (served === BASE_URL || (isPublic && isLoopback(BASE_URL))) return;
  await store.setServedUrl(BASE_URL);
}

/** Rejects with an `EnvError` if the URL of the served directory differs from the URL of the build. */
export async function requireServedUrl(store: Pick<Store, 'getServedUrl'>, { BASE_URL }: Address): Promise<void> {
  const served = await store.getServedUrl();
  if (served === null || served === BASE_URL) return;
  throw new EnvError(
    `BASE_URL: the pages would name ${BASE_URL}, but this directory is served at ${served}: set BASE_URL to it, or add --new-base-url`,
  );
}
