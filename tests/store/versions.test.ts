import { describeVersions } from './describe-versions.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeVersions('the versions of the embedded store', openEmbeddedTestStore);
