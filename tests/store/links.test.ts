import { describeLinks } from './describe-links.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeLinks('the embedded store', openEmbeddedTestStore);
