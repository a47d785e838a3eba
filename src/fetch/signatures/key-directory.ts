import { createHash } from 'node:crypto';
import { signComponents } from './sign-components.ts';
import type { SigningKey } from './signing-key.ts';

export const KEY_DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

/** The public keys by which the crawler's requests are verified, as one response. */
export interface KeyDirectory {
  /** A JSON Web Key Set (RFC 7517 §5). */
  readonly body: string;
  /** The fields that sign the body for the authority it is served from. */
  sign(): Promise<Readonly<Record<string, string>>>;
}

/** Much longer than caches keep the directory, so that no copy in use has an expired signature. */
const VALID_S = 7 * 24 * 3_600;

/**
 * The key directory of Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol-01, "Directory Format" and "Possession Proof on the
 * Directory Response"): each key signs the response, so that nobody can serve the keys of others as their own. `authority`: the host
 * of the directory's address, with its port unless that is the scheme's own.
 */
export function createKeyDirectory(keys: readonly SigningKey[], authority: string, now: () => number): KeyDirectory {
  const body = JSON.stringify({ keys: keys.map(({ publicKey }) => publicKey) });
  // RFC 9530 §2.
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const components = [
    { identifier: '"@authority";req', value: authority },
    { identifier: '"content-digest"', value: digest },
  ];
  return {
    body,
    async sign() {
      const created = Math.floor(now() / 1_000);
      const signing = keys.map((key, i) => {
        const expires = created + VALID_S;
        const parameters = { created, expires, keyid: key.id, tag: 'http-message-signatures-directory' };
        return signComponents(`binding${i}`, components, parameters, key);
      });
      const signatures = await Promise.all(signing);
      return {
        'content-digest': digest,
        'signature-input': signatures.map(({ input }) => input).join(', '),
        signature: signatures.map(({ signature }) => signature).join(', '),
      };
    },
  };
}
