import { describe } from 'vitest';
import { describeSurvey } from '../store/describe-survey.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeSurvey('a survey', openStackTestStore);
});
