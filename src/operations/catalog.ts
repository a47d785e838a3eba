import { checkSite } from './check/check-site.ts';
import { generateDraft } from './check/generate-draft.ts';
import { listRules } from './check/list-rules.ts';
import { readText } from './check/read-text.ts';
import { getDiff } from './history/get-diff.ts';
import { getHistory } from './history/get-history.ts';
import { getVersion } from './history/get-version.ts';
import { listChanges } from './history/list-changes.ts';
import type { Operation } from './operation.ts';
import { getMap } from './overview/get-map.ts';
import { getPage } from './overview/get-page.ts';
import { getStats } from './overview/get-stats.ts';
import { getVerification } from './ownership/get-verification.ts';
import { verifySite } from './ownership/verify-site.ts';
import { resolveUrl } from './resolve/resolve-url.ts';
import { resolveUrls } from './resolve/resolve-urls.ts';
import { listDomains } from './search/list-domains.ts';
import { searchDomains } from './search/search-domains.ts';
import { searchLinks } from './search/search-links.ts';
import { getDomain } from './sites/get-domain.ts';
import { getSiteStats } from './sites/get-site-stats.ts';
import { lookupDomains } from './sites/lookup-domains.ts';
import { recrawlSite } from './sites/recrawl-site.ts';
import { registerSite } from './sites/register-site.ts';
import { updateSite } from './sites/update-site.ts';
import { deleteWatch } from './watches/delete-watch.ts';
import { testNotification } from './watches/test-notification.ts';
import { watchDomain } from './watches/watch-domain.ts';

// Keep this a tuple, because an array would merge operations with equal types and lose their dependencies.
const OPERATIONS = [
  getStats,
  listDomains,
  searchDomains,
  searchLinks,
  resolveUrl,
  resolveUrls,
  getDomain,
  lookupDomains,
  getHistory,
  getVersion,
  getDiff,
  listChanges,
  registerSite,
  getVerification,
  verifySite,
  updateSite,
  getSiteStats,
  recrawlSite,
  testNotification,
  watchDomain,
  deleteWatch,
  getMap,
  checkSite,
  generateDraft,
  readText,
  listRules,
  getPage,
] as const;

/** Dependencies of all operations, inferred from their parameters. */
type NeedsOf<Run> = [Run] extends [(deps: infer Deps, ...rest: never[]) => unknown] ? Deps : never;
export type OperationDeps = NeedsOf<(typeof OPERATIONS)[number]['run']>;

/** All operations, in the order of the documents. */
export const CATALOG: readonly Operation<OperationDeps>[] = OPERATIONS;
