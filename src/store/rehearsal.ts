import { z } from 'zod';
import { componentsSchema, rejectionSchema, statusSchema, tierSchema } from '../directory/state.ts';
import { evidenceSchema, seenSchema } from '../directory/visit.ts';
import type { Call } from './client.ts';
import { packedText } from './packed-text.ts';
import { packedFindings } from './stored-findings.ts';

const storedVisitSchema = z.object({
  domain: z.string(),
  tier: tierSchema.nullable(),
  authority: z.int().nullable(),
  verified: z.boolean(),
  rejection: rejectionSchema.nullable(),
  ruling: rejectionSchema.nullable(),
  score_version: z.int().nullable(),
  components: componentsSchema,
  evidence: evidenceSchema.nullable(),
  /** Number of findings by "rule severity outcome". */
  broken: z.record(z.string(), z.int()),
  seen: seenSchema.extend({ findings: packedFindings }).nullable(),
  /** Size of the body that the text was decoded from. */
  bytes: z.int().nullable(),
  hash: z.string(),
  text: packedText,
});
/** The last visit of a valid site as it is stored: what was read, and what was made of it. */
export type StoredVisit = z.infer<typeof storedVisitSchema>;

const unjudgedSitesSchema = z.object({
  status: statusSchema,
  /** Whether the site is rejected because its homepage offers the domain. */
  by_homepage: z.boolean(),
  sites: z.int(),
});
/** How many sites there are of a kind that have no valid text. */
export type UnjudgedSites = z.infer<typeof unjudgedSitesSchema>;

/** The part of the store that reads visits again, to judge them anew. */
export interface RehearsalStore {
  /** Valid sites with a text in order of name, behind `after`; some at a time, and none at the end. */
  listStoredVisits(after: string | null): Promise<readonly StoredVisit[]>;
  /** The sites that `listStoredVisits` leaves out. */
  countUnjudgedSites(): Promise<readonly UnjudgedSites[]>;
}

/** Of packed texts: below the 8 s of a statement and the 16 MiB of a call over the local socket. */
const STEP_BYTES = 2 * 1024 * 1024;

export function createRehearsalStore(call: Call): RehearsalStore {
  return {
    listStoredVisits: (after) =>
      call('list_stored_visits', { after, max_bytes: STEP_BYTES }, z.array(storedVisitSchema)),
    countUnjudgedSites: () => call('count_unjudged_sites', {}, z.array(unjudgedSitesSchema)),
  };
}
