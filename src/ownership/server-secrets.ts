import { createHmac } from 'node:crypto';

/**
 * Current secret of the server, then the previous secret. Keys, claims, links and encrypted texts of the previous secret are
 * accepted until it leaves the settings.
 */
export type ServerSecrets = readonly [current: string, ...previous: string[]];

const ID_CHARACTERS = 8;

/** Returns an id of a secret that reveals nothing about it. */
export function secretId(secret: string): string {
  return createHmac('sha256', secret).update('secret-id').digest('hex').slice(0, ID_CHARACTERS);
}
