import { describe } from 'vitest';
import { describeModeration } from '../jobs/moderation/describe-moderation.ts';
import { describeChangeLog } from './describe-change-log.ts';
import { describeLinks } from './describe-links.ts';
import { describePages } from './describe-pages.ts';
import { describeRegistrants } from './describe-registrants.ts';
import { describeRehearsal } from './describe-rehearsal.ts';
import { describeSearch } from './describe-search.ts';
import { describeStore } from './describe-store.ts';
import { describeSurvey } from './describe-survey.ts';
import { describeTopics } from './describe-topics.ts';
import { describeVersions } from './describe-versions.ts';
import type { OpenTestStore } from './test-store.ts';
import { useEmptyStore, useTestStore } from './use-test-store.ts';

/** Tests of records for any store. The tests share one database, because its start costs more than most tests. */
export function describeRecords(open: OpenTestStore): void {
  const opened = useEmptyStore(open);
  describeStore(opened);
  describeChangeLog(opened);
  describeVersions(opened);
  describeRegistrants(opened);
  describeModeration(opened);
  describeRehearsal(opened);
  describeSurvey(opened);
  describeTopics(opened);
}

/** Tests of searches for any store. A test has a separate store, because a store caches words and texts. */
export function describeSearches(open: OpenTestStore): void {
  describe('sites', () => describeSearch(useEmptyStore(open)));
  describe('links', () => describeLinks(useEmptyStore(open)));
  describe('pages', () => describePages(useTestStore(open)));
}
