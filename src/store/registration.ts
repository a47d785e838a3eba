import { z } from 'zod';
import { instantSchema } from '../directory/state.ts';
import type { Call, Clock } from './client.ts';

const leasedRegistrationSchema = z.object({
  name: z.string(),
  registered_at: instantSchema.nullable(),
  /** Time of the next lookup, or null if the date is known. */
  due_at: instantSchema.nullable(),
  /** True if the caller should query the registry. Other callers wait a quarter of an hour. */
  ask: z.boolean(),
});

export interface Registration {
  /** Registrable name, such as `example.co.uk`. */
  readonly name: string;
  /** Tracked domains below the name, including the name. */
  readonly domains: readonly string[];
  readonly registeredAt: string | null;
  /** Time of the next lookup. Null means never. */
  readonly dueAt: string | null;
}

export function createRegistrationStore(call: Call, clock: Clock) {
  return {
    /** Lists valid domains with an unknown registration that may be looked up, by name after `after`. */
    listUnregistered: (after: string | null, limit: number) =>
      call('list_unregistered', { after, max_rows: limit, ...clock() }, z.array(z.string())),
    leaseRegistrations: (names: readonly string[]) =>
      call('lease_registrations', { names, ...clock() }, z.array(leasedRegistrationSchema)),
    setRegistration: async ({ name, domains, registeredAt, dueAt }: Registration) => {
      await call('set_registration', { name, domains, registered_at: registeredAt, due_at: dueAt }, z.int());
    },
  };
}
