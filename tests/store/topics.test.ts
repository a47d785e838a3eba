import { describeTopics } from './describe-topics.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeTopics('the embedded store', openEmbeddedTestStore);
