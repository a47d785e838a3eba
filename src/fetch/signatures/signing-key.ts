import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** The public part of a key as the key directory lists it: a JSON Web Key (RFC 7517, RFC 8037 §2). */
export interface PublicSigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** Equal to the key's id (draft-ietf-webbotauth-httpsig-protocol-01, "Key Distribution and Discovery"). */
  readonly kid: string;
  readonly x: string;
  readonly use: 'sig';
}

/** A private Ed25519 key that signs messages. It has no member that holds the secret, so it can be logged by mistake without harm. */
export interface SigningKey {
  /** The JWK SHA-256 thumbprint in base64url (RFC 7638 §3, RFC 8037 appendix A.3). */
  readonly id: string;
  readonly publicKey: PublicSigningKey;
  readonly sign: (message: string) => Promise<Buffer>;
}

/** In a thread of Node's pool: a signature takes 50 µs, of which the event loop spends 10. */
const signInPool = promisify(sign);

const privateKeySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), d: z.string(), x: z.string() });

/** A private Ed25519 key written as a JSON Web Key; null for anything else, a public key that is not its own included. */
export function parseSigningKey(text: string): SigningKey | null {
  const jwk = privateKeySchema.safeParse(parseJson(text)).data;
  const privateKey = jwk && importKey(jwk);
  if (!privateKey) return null;
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  // The members of the thumbprint stand in this order, without spaces.
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x }))
    .digest('base64url');
  if (x !== jwk.x) return null;
  return {
    id,
    publicKey: { kty: jwk.kty, crv: jwk.crv, kid: id, x: jwk.x, use: 'sig' },
    sign: (message) => signInPool(null, Buffer.from(message), privateKey),
  };
}

function importKey(key: z.infer<typeof privateKeySchema>): KeyObject | null {
  try {
    return createPrivateKey({ key, format: 'jwk' });
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
