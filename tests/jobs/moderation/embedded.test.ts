import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { describeModeration } from './describe-moderation.ts';

describeModeration('moderation of the embedded directory', openEmbeddedTestStore);
