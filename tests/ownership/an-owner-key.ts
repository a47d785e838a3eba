import { newClaim } from '../../src/ownership/claim.ts';
import { ownerKeyOf } from '../../src/ownership/owner-key.ts';

/** A key of the right form that no directory has issued, another one at each call. */
export function anOwnerKey(): string {
  return ownerKeyOf('the secret of no server at all, of any length', 'nobody.com', newClaim(), 0);
}
