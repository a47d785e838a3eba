import { z } from 'zod';
import { agentsSchema } from '../../../src/directory/agent-access.ts';
import { directoryChangeSchema, directoryChangesSchema } from '../../../src/directory/change.ts';
import { ERROR_CODES } from '../../../src/directory/errors.ts';
import { foundLinkSchema, linkListingSchema } from '../../../src/directory/link.ts';
import { packageResolutionSchema } from '../../../src/directory/package-resolution.ts';
import {
  claimSchema,
  countryCountSchema,
  domainSchema,
  listingSchema,
  lookupsSchema,
  mapSchema,
  statsSchema,
} from '../../../src/directory/record.ts';
import { resolutionSchema } from '../../../src/directory/resolution.ts';
import { comparisonSchema, historySchema, versionChangeSchema, versionSchema } from '../../../src/directory/version.ts';
import { previewSchema, qualityDetailsSchema } from '../../../src/directory/visit.ts';
import { checkSchema } from '../../../src/operations/check/check-result.ts';
import { draftSchema } from '../../../src/operations/check/generate-draft.ts';
import { rulesSchema } from '../../../src/operations/check/list-rules.ts';
import { textSchema } from '../../../src/operations/check/read-text.ts';
import { pageSchema } from '../../../src/operations/overview/get-page.ts';
import { verificationSchema } from '../../../src/operations/ownership/verification.ts';
import { methodReportSchema, verifiedSchema } from '../../../src/operations/ownership/verify-site.ts';
import { resolvedSchema } from '../../../src/operations/resolve/resolve-url.ts';
import { resolutionErrorSchema, resolutionsSchema } from '../../../src/operations/resolve/resolve-urls.ts';
import { siteStatsSchema } from '../../../src/operations/sites/get-site-stats.ts';
import { registrationSchema } from '../../../src/operations/sites/register-site.ts';
import { deletedWatchSchema } from '../../../src/operations/watches/delete-watch.ts';
import { testSchema } from '../../../src/operations/watches/test-notification.ts';
import { watchSchema } from '../../../src/operations/watches/watch-domain.ts';
import { alertSchema, watchEventSchema } from './openapi-webhooks.ts';

export const problemSchema = z.object({
  type: z.url().describe('Page about this kind of failure.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('Fault of this request, with the reason.'),
  instance: z.string().describe('ID of this request, as in `X-Request-Id`.'),
  code: z.enum(ERROR_CODES).describe('Permanent code for programs.'),
  errors: z
    .array(z.object({ pointer: z.string().optional(), parameter: z.string().optional(), detail: z.string() }))
    .optional()
    .describe('One entry per invalid parameter or place in the body (JSON pointer).'),
  methods: z
    .array(methodReportSchema)
    .optional()
    .describe('With `proof.not_found`: expected content, place and found content of each method.'),
  next_look_s: z
    .int()
    .optional()
    .describe(
      'With `proof.not_found`: seconds until we look at the site again. Before that, the response stays the same.',
    ),
});

/** Named schemas, to which the schemas that contain them refer. */
export const NAMED = {
  Domain: domainSchema,
  Claim: claimSchema,
  Stats: statsSchema,
  Listing: listingSchema,
  Lookups: lookupsSchema,
  Link: foundLinkSchema,
  LinkListing: linkListingSchema,
  PageFile: resolutionSchema.shape.file.unwrap(),
  PageEntry: resolutionSchema.shape.entry.unwrap(),
  PageMarkdown: resolutionSchema.shape.markdown.unwrap(),
  Resolution: resolutionSchema,
  PackageResolution: packageResolutionSchema,
  ResolutionError: resolutionErrorSchema,
  Resolved: resolvedSchema,
  Resolutions: resolutionsSchema,
  Version: versionSchema,
  History: historySchema,
  VersionChange: versionChangeSchema,
  Comparison: comparisonSchema,
  Change: directoryChangeSchema,
  Changes: directoryChangesSchema,
  FileText: textSchema,
  Verification: verificationSchema,
  Registration: registrationSchema,
  VerifyResult: verifiedSchema,
  MethodReport: methodReportSchema,
  SiteStats: siteStatsSchema,
  TestResult: testSchema,
  QualityDetails: qualityDetailsSchema,
  Check: checkSchema,
  Preview: previewSchema,
  Draft: draftSchema,
  CountryMap: mapSchema,
  Rules: rulesSchema,
  CountryCount: countryCountSchema,
  DomainPage: pageSchema,
  Agents: agentsSchema,
  Components: pageSchema.shape.components,
  Watch: watchSchema,
  DeletedWatch: deletedWatchSchema,
  Alert: alertSchema,
  WatchEvent: watchEventSchema,
  Problem: problemSchema,
} as const;

/** Names of bodies that do not derive from the operation. */
const BODIES: Readonly<Record<string, string>> = { updateSite: 'SiteUpdate' };

export function bodyName(operation: string): string {
  return BODIES[operation] ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Body`;
}
