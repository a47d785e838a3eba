import { readStored, store } from '../stored.ts';
import type { Session } from './owner-api.ts';

const NAME = 'owner-session';
const SEPARATOR = ' ';

/** Keeps a key until the tab is closed. */
export function keepSession({ domain, key }: Session): void {
  store('sessionStorage', NAME, `${domain}${SEPARATOR}${key}`);
}

export function forgetSession(): void {
  store('sessionStorage', NAME, null);
}

export function keptSession(): Session | null {
  const [domain, key] = readStored('sessionStorage', NAME)?.split(SEPARATOR) ?? [];
  return domain && key ? { domain, key } : null;
}
