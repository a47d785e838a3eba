import { describeRegistrants } from './describe-registrants.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeRegistrants('registrants of the embedded directory', openEmbeddedTestStore);
