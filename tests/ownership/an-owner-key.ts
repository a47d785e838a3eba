import { newClaim } from '../../src/ownership/claim.ts';
import { ownerKeyOf } from '../../src/ownership/owner-key.ts';

/** Creates a well-formed key that no directory issued. */
export function anOwnerKey(): string {
  return ownerKeyOf('the secret of no server at all, of any length', 'nobody.com', newClaim(), 0);
}
