import { describeRehearsal } from './describe-rehearsal.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeRehearsal('what a rehearsal reads of the embedded store', openEmbeddedTestStore);
