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
export type StoredVisit = z.infer<typeof storedVisitSchema>;

const unjudgedSitesSchema = z.object({
  status: statusSchema,
  /** True if the site is rejected because its homepage offers the domain for sale. */
  by_homepage: z.boolean(),
  sites: z.int(),
});
/** Number of sites of a kind without a valid text. */
export type UnjudgedSites = z.infer<typeof unjudgedSitesSchema>;

/** Most bytes of packed texts per call, within the 8 s of a statement and the 16 MiB of a local call. */
const STEP_BYTES = 2 * 1024 * 1024;

export function createRehearsalStore(call: Call) {
  return {
    /** Lists some valid sites with a text by name, after `after`. Empty at the end. */
    listStoredVisits: (after: string | null): Promise<readonly StoredVisit[]> =>
      call('list_stored_visits', { after, max_bytes: STEP_BYTES }, z.array(storedVisitSchema)),
    /** Counts the sites that `listStoredVisits` leaves out. */
    countUnjudgedSites: (): Promise<readonly UnjudgedSites[]> =>
      call('count_unjudged_sites', {}, z.array(unjudgedSitesSchema)),
  };
}
