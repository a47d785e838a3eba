import { createHmac } from 'node:crypto';

/**
 * The secret of the server, with which everything new is made; behind it the previous one, whose keys, claims, links and sealed texts
 * are accepted until it is removed from the settings.
 */
export type ServerSecrets = readonly [current: string, ...previous: string[]];

const ID_CHARACTERS = 8;

/** Names a secret beside what was made with it, and tells nothing about it. */
export function secretId(secret: string): string {
  return createHmac('sha256', secret).update('secret-id').digest('hex').slice(0, ID_CHARACTERS);
}
