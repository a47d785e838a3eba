import type { Session } from './owner-api.ts';

const NAME = 'owner-session';
const SEPARATOR = ' ';

/** Keeps a key until the tab is closed. Ignores a refusal of the browser. */
export function keepSession({ domain, key }: Session): void {
  try {
    sessionStorage.setItem(NAME, `${domain}${SEPARATOR}${key}`);
  } catch {
    // The key is still in the memory of the page.
  }
}

export function forgetSession(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // The storage has no session to delete.
  }
}

export function keptSession(): Session | null {
  try {
    const [domain, key] = sessionStorage.getItem(NAME)?.split(SEPARATOR) ?? [];
    return domain && key ? { domain, key } : null;
  } catch {
    return null;
  }
}
