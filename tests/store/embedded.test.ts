import { describeStore } from './describe-store.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeStore('the embedded store', openEmbeddedTestStore);
