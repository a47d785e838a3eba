import { randomBytes } from 'node:crypto';
import { signComponents } from './sign-components.ts';
import type { SigningKey } from './signing-key.ts';

/**
 * Returns the fields that sign one request to a host. Call this function for every request, because a signature must
 * not be reused.
 */
export type RequestSigner = (host: string) => Readonly<Record<string, string>>;

export interface RequestSignerOptions {
  readonly key: SigningKey;
  /** Base URL of this service, below which verifiers find the key directory. */
  readonly agentUrl: string;
  readonly now: () => number;
}

/** Lifetime of a signature, in s. A minute covers transport and clock differences. */
const VALID_S = 60;
/** Nonce length of earlier drafts (draft-meunier-web-bot-auth-architecture-05). */
const NONCE_BYTES = 64;
/** Number of nonces drawn at once, because each draw is slow. */
const NONCES_AT_ONCE = 64;
const LABEL = 'sig1';

/**
 * Signs requests in the Web Bot Auth profile (draft-ietf-webbotauth-httpsig-protocol, "Generating HTTP Message
 * Signature"). The signature covers `@authority` and the `Signature-Agent` member with the signature's label. The
 * member's value is a URL at which verifiers look up the well-known key directory. A nonce (RFC 9421 §7.2.2) makes
 * two requests within a second differ, so neither looks like a replay.
 */
export function createRequestSigner({ key, agentUrl, now }: RequestSignerOptions): RequestSigner {
  const agent = `"${agentUrl}"`;
  const nextNonce = createNonces();
  return (host) => {
    const created = Math.floor(now() / 1_000);
    const components = [
      { identifier: '"@authority"', value: host },
      { identifier: `"signature-agent";key="${LABEL}"`, value: agent },
    ];
    const parameters = {
      created,
      expires: created + VALID_S,
      keyid: key.id,
      alg: 'ed25519',
      nonce: nextNonce(),
      tag: 'web-bot-auth',
    };
    const { input, signature } = signComponents(LABEL, components, parameters, key);
    return { 'signature-agent': `${LABEL}=${agent}`, 'signature-input': input, signature };
  };
}

function createNonces(): () => string {
  let drawn = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === drawn.length) {
      drawn = randomBytes(NONCE_BYTES * NONCES_AT_ONCE);
      used = 0;
    }
    const start = used;
    used += NONCE_BYTES;
    return drawn.toString('base64', start, used);
  };
}
