import { randomBytes } from 'node:crypto';
import { signComponents } from './sign-components.ts';
import type { SigningKey } from './signing-key.ts';

/** The fields that sign one request to a host. Called anew for every request: a signature is never used twice. */
export type RequestSigner = (host: string) => Promise<Readonly<Record<string, string>>>;

export interface RequestSignerOptions {
  readonly key: SigningKey;
  /** Base URL of this service, below which verifiers find the key directory. */
  readonly agentUrl: string;
  readonly now: () => number;
}

/** A signature is made when the request is sent; a minute is for the way and for clocks that differ. */
const VALID_S = 60;
/** As long as earlier drafts recommended (draft-meunier-web-bot-auth-architecture-05), which some verifiers expect. */
const NONCE_BYTES = 64;
/** So many nonces are drawn at once: a draw takes much longer than its bytes do. */
const NONCES_AT_ONCE = 64;
const LABEL = 'sig1';

/**
 * Signs requests by the profile of Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol, "Generating HTTP Message Signature"). Covers
 * `@authority` and the member of `Signature-Agent` that has the signature's label. `Signature-Agent` is a dictionary. Its value is an
 * address for which verifiers look up the well-known key directory. The draft leaves nonces to RFC 9421 §7.2.2: a nonce makes two
 * requests to a host within a second differ, so neither looks like a replay.
 */
export function createRequestSigner({ key, agentUrl, now }: RequestSignerOptions): RequestSigner {
  const agent = `"${agentUrl}"`;
  const nextNonce = createNonces();
  return async (host) => {
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
    const { input, signature } = await signComponents(LABEL, components, parameters, key);
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
