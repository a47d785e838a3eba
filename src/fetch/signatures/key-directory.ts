import { createHash } from 'node:crypto';
import { DAY_S } from '../../directory/duration.ts';
import { signComponents } from './sign-components.ts';
import type { SigningKey } from './signing-key.ts';

export const KEY_DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

/** Lifetime of the signature, much longer than the cache lifetime, so that no cached copy expires. */
const VALID_S = 7 * DAY_S;

/**
 * Creates the key directory of Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol-01, "Directory Format" and "Possession Proof
 * on the Directory Response"). Each key signs the response, so a site cannot serve foreign keys. `authority` is the host of the
 * directory's URL, with its port unless the port is the default.
 */
export function createKeyDirectory(keys: readonly SigningKey[], authority: string, now: () => number) {
  const body = JSON.stringify({ keys: keys.map(({ publicKey }) => publicKey) });
  // Digest of the body (RFC 9530 §2).
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const components = [
    { identifier: '"@authority";req', value: authority },
    { identifier: '"content-digest"', value: digest },
  ];
  return {
    /** JSON Web Key Set (RFC 7517 §5). */
    body,
    /** Returns fields that sign the body for the serving authority. */
    sign() {
      const created = Math.floor(now() / 1_000);
      const signatures = keys.map((key, i) => {
        const expires = created + VALID_S;
        const parameters = { created, expires, keyid: key.id, tag: 'http-message-signatures-directory' };
        return signComponents(`binding${i}`, components, parameters, key);
      });
      return {
        'content-digest': digest,
        'signature-input': signatures.map(({ input }) => input).join(', '),
        signature: signatures.map(({ signature }) => signature).join(', '),
      };
    },
  };
}
