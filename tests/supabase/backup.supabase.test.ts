import { describe } from 'vitest';
import { describeBackup } from '../jobs/backup/describe-backup.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  const supabase = useTestStore(openStackTestStore);
  const embedded = useTestStore(openEmbeddedTestStore);
  describeBackup('a copy that leaves Supabase', supabase, embedded);
  describeBackup('a copy that moves to Supabase', embedded, supabase);
});
