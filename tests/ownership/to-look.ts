import type { SharedLook } from '../../src/operations/ownership/verify-site.ts';
import { claimFor, tokenFor } from '../../src/ownership/claim.ts';
import { hashToken } from '../../src/ownership/proof.ts';
import type { ProofLook } from '../../src/ownership/proof-look.ts';
import { SERVER_SECRET } from '../functions/http/serve-fake.ts';

/** Creates a search result with these tokens in DNS only. */
export function toLook(domain: string, tokens: Iterable<string>): ProofLook {
  const nothing = (where: string) => [{ where, outcome: 'absent' as const, seen: 'nothing', tokens: [] }];
  const seen = [...tokens].map((token) => ({ hash: hashToken(token), flaw: null }));
  return {
    llms_txt: nothing(`https://${domain}/llms.txt`),
    dns: [{ where: `_svc-verify.${domain}.`, outcome: 'absent', seen: 'no TXT record', tokens: seen }],
    meta: nothing(`https://${domain}/`),
    well_known: nothing(`https://${domain}/.well-known/svc-verify.txt`),
  };
}

/** Creates the result of `lookOf` for a search made now. */
export function lookNow(domain: string, tokens: Iterable<string> = []): SharedLook {
  return { look: toLook(domain, tokens), isEarlier: false, nextInS: 10 };
}

/** Returns the token of the `serveFake` client for a domain without a key. */
export function toFirstToken(domain: string): string {
  return tokenFor(domain, claimFor(SERVER_SECRET, '192.0.2.1', domain), 0);
}
