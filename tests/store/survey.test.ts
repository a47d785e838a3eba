import { describeSurvey } from './describe-survey.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describeSurvey('a survey of the embedded store', openEmbeddedTestStore);
