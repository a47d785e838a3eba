import { checkSite } from './check-site.ts';
import { deleteWatch } from './delete-watch.ts';
import { generateDraft } from './generate-draft.ts';
import { getDiff } from './get-diff.ts';
import { getDomain } from './get-domain.ts';
import { getHistory } from './get-history.ts';
import { getMap } from './get-map.ts';
import { getPage } from './get-page.ts';
import { getSiteStats } from './get-site-stats.ts';
import { getStats } from './get-stats.ts';
import { getVerification } from './get-verification.ts';
import { getVersion } from './get-version.ts';
import { listChanges } from './list-changes.ts';
import { listDomains } from './list-domains.ts';
import { listRules } from './list-rules.ts';
import { lookupDomains } from './lookup-domains.ts';
import type { Operation } from './operation.ts';
import { readText } from './read-text.ts';
import { recrawlSite } from './recrawl-site.ts';
import { registerSite } from './register-site.ts';
import { resolveUrl } from './resolve-url.ts';
import { resolveUrls } from './resolve-urls.ts';
import { searchDomains } from './search-domains.ts';
import { searchLinks } from './search-links.ts';
import { testNotification } from './test-notification.ts';
import { updateSite } from './update-site.ts';
import { verifySite } from './verify-site.ts';
import { watchDomain } from './watch-domain.ts';

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
