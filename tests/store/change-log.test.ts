import { describeChangeLog } from './describe-change-log.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeChangeLog('the log of changes of the embedded store', openEmbeddedTestStore);
