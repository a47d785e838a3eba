import { checkSite } from './check-site.ts';
import { generateDraft } from './generate-draft.ts';
import { getDomain } from './get-domain.ts';
import { getMap } from './get-map.ts';
import { getPage } from './get-page.ts';
import { getSiteStats } from './get-site-stats.ts';
import { getStats } from './get-stats.ts';
import { getVerification } from './get-verification.ts';
import { listDomains } from './list-domains.ts';
import { listRules } from './list-rules.ts';
import { readText } from './read-text.ts';
import { recrawlSite } from './recrawl-site.ts';
import { registerSite } from './register-site.ts';
import { searchDomains } from './search-domains.ts';
import { testNotification } from './test-notification.ts';
import { updateSite } from './update-site.ts';
import { verifySite } from './verify-site.ts';

/** Everything that a caller may ask, in the order in which documents list it. */
export const CATALOG = [
  getStats,
  listDomains,
  searchDomains,
  getDomain,
  getPage,
  registerSite,
  getVerification,
  verifySite,
  updateSite,
  getSiteStats,
  recrawlSite,
  testNotification,
  checkSite,
  generateDraft,
  readText,
  getMap,
  listRules,
] as const;
