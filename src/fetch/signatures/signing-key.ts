import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';

/** Public key as a JSON Web Key (RFC 7517, RFC 8037 §2), as listed in the key directory. */
export interface PublicSigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** Id of the key (draft-ietf-webbotauth-httpsig-protocol-01, "Key Distribution and Discovery"). */
  readonly kid: string;
  readonly x: string;
  readonly use: 'sig';
}

/** Private Ed25519 key that signs messages. No member contains the secret, so logging the object is harmless. */
export interface SigningKey {
  /** SHA-256 thumbprint of the JWK in base64url (RFC 7638 §3, RFC 8037 appendix A.3). */
  readonly id: string;
  readonly publicKey: PublicSigningKey;
  readonly sign: (message: string) => Buffer;
}

const privateKeySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), x: z.string() });

/** Parses a private Ed25519 JSON Web Key. Returns null for other input, such as a mismatched public key. */
export function parseSigningKey(text: string): SigningKey | null {
  const jwk = privateKeySchema.safeParse(parseJson(text)).data;
  const privateKey = jwk && importKey(jwk);
  if (!privateKey) return null;
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  // Keep this member order without spaces, because the thumbprint requires it.
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x }))
    .digest('base64url');
  if (x !== jwk.x) return null;
  return {
    id,
    publicKey: { kty: jwk.kty, crv: jwk.crv, kid: id, x: jwk.x, use: 'sig' },
    // Sign in this thread, because a signature takes 41 µs, and 55 µs of CPU by way of the thread pool.
    sign: (message) => sign(null, Buffer.from(message), privateKey),
  };
}

function importKey(key: z.infer<typeof privateKeySchema>): KeyObject | null {
  try {
    return createPrivateKey({ key, format: 'jwk' });
  } catch {
    return null;
  }
}
