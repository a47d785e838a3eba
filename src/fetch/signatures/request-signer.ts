import { randomBytes } from 'node:crypto';
import { signComponents } from './sign-components.ts';
import type { SigningKey } from './signing-key.ts';

/** The fields that sign one request to a host. Called anew for every request: a signature is never used twice. */
export type RequestSigner = (host: string) => Promise<Readonly<Record<string, string>>>;

export interface RequestSignerOptions {
  readonly key: SigningKey;
  /** Address of the key directory: who signs. */
  readonly directoryUrl: string;
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
 * Signs requests as Web Bot Auth asks (draft-ietf-webbotauth-httpsig-protocol-01 of 29 October 2026, "Generating HTTP Message
 * Signature"): `@authority` and the member of `Signature-Agent` that has the signature's label are covered; `created`, `expires`,
 * `keyid` and `tag` are required. `Signature-Agent` is a dictionary, whose value is the address of the key directory itself; the
 * single string of drafts before October 2025 must no longer be sent. The draft leaves nonces to RFC 9421 §7.2.2: with one, two
 * requests to a host within a second differ, and neither looks like a replay.
 */
export function createRequestSigner({ key, directoryUrl, now }: RequestSignerOptions): RequestSigner {
  const agent = `"${directoryUrl}"`;
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
