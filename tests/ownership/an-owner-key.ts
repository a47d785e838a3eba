import { newClaim } from '../../src/ownership/claim.ts';
import { computeOwnerKey } from '../../src/ownership/owner-key.ts';

/** Creates a well-formed key that no directory issued. */
export function anOwnerKey(): string {
  return computeOwnerKey('the secret of no server at all, of any length', 'nobody.com', newClaim(), 0);
}
