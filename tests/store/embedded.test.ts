import { describeStore } from './contract.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeStore('the embedded store', openEmbeddedTestStore);
