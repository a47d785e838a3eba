import { describePages } from './describe-pages.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describePages('the embedded store', openEmbeddedTestStore);
