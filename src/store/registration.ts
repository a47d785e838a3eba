import { z } from 'zod';
import { instantSchema } from '../directory/state.ts';
import type { Call, Clock } from './client.ts';

/** What is known of a name that somebody registered. */
const leasedRegistrationSchema = z.object({
  name: z.string(),
  registered_at: instantSchema.nullable(),
  /** When it may be asked about again; null when its date is known. */
  due_at: instantSchema.nullable(),
  /** The caller is to ask the registry, and for a quarter of an hour nobody else is. */
  ask: z.boolean(),
});
export type LeasedRegistration = z.infer<typeof leasedRegistrationSchema>;

export interface Registration {
  /** The registrable name, such as `example.co.uk`. */
  readonly name: string;
  /** Tracked domains below it, itself included. */
  readonly domains: readonly string[];
  readonly registeredAt: string | null;
  /** When to ask again; null: never. */
  readonly dueAt: string | null;
}

/** The part of the store that knows since when names are registered. */
export interface RegistrationStore {
  /** Valid domains whose registration is not known and may be looked for, behind `after` in order of name. */
  listUnregistered(after: string | null, limit: number): Promise<readonly string[]>;
  leaseRegistrations(names: readonly string[]): Promise<readonly LeasedRegistration[]>;
  setRegistration(registration: Registration): Promise<void>;
}

export function createRegistrationStore(call: Call, clock: Clock): RegistrationStore {
  return {
    listUnregistered: (after, limit) =>
      call('list_unregistered', { after, max_rows: limit, ...clock() }, z.array(z.string())),
    leaseRegistrations: (names) =>
      call('lease_registrations', { names, ...clock() }, z.array(leasedRegistrationSchema)),
    setRegistration: async ({ name, domains, registeredAt, dueAt }) => {
      await call('set_registration', { name, domains, registered_at: registeredAt, due_at: dueAt }, z.int());
    },
  };
}
