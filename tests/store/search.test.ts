import { describeSearch } from './describe-search.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeSearch('the embedded store', openEmbeddedTestStore);
