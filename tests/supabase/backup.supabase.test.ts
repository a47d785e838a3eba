import { describe } from 'vitest';
import { describeBackup } from '../jobs/backup/describe-backup.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeBackup('a copy that leaves Supabase', openStackTestStore, openEmbeddedTestStore);
  describeBackup('a copy that moves to Supabase', openEmbeddedTestStore, openStackTestStore);
});
