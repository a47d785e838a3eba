import { z } from 'zod';
import { instantSchema } from '../directory/state.ts';
import type { ClaimedRegistration, RegistrationStore } from './registration.ts';
import type { Call } from './supabase-ownership.ts';

const claimedRegistrationRow = z.object({
  name: z.string(),
  registered_at: instantSchema.nullable(),
  due_at: instantSchema.nullable(),
  ask: z.boolean(),
}) satisfies z.ZodType<ClaimedRegistration>;

export function createRegistrationStore(call: Call, at: () => string | null): RegistrationStore {
  return {
    listUnregistered: (after, limit) =>
      call('list_unregistered', { after, max_rows: limit, at: at() }, z.array(z.string())),
    claimRegistrations: (names) => call('claim_registrations', { names, at: at() }, z.array(claimedRegistrationRow)),
    setRegistration: async ({ name, domains, registeredAt, dueAt }) => {
      await call('set_registration', { name, domains, registered_at: registeredAt, due_at: dueAt }, z.int());
    },
  };
}
