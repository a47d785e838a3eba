import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { OperationContext } from '../../src/operations/context.ts';
import { defineOperation } from '../../src/operations/operation.ts';
import { registerSite, registrationSchema } from '../../src/operations/register-site.ts';

const claimedSchema = registrationSchema.extend({
  claim: z
    .string()
    .describe('Secret of this registration. verify_domain needs it; whoever holds it can redeem the proof.'),
});

/** Bytes of the name that stands for a caller: as many as a claim has. */
const NAME_BYTES = 16;

/**
 * Registration with a claim of its own. Agents of many people call from the same few addresses, so a claim that follows the
 * address, as the API's does, would be one for all of them.
 */
export const registerWithClaim = defineOperation({
  ...registerSite,
  output: claimedSchema,
  run: async (context: OperationContext, input) => {
    const registration = await registerSite.run({ ...context, client: randomBytes(NAME_BYTES).toString('hex') }, input);
    const claim = new URL(registration.verification.verify_endpoint).searchParams.get('claim');
    if (claim === null) throw new TypeError('the verify endpoint has no claim');
    return { ...registration, claim };
  },
});
