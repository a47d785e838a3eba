import { surveySchema } from '../directory/survey.ts';
import type { Call } from './client.ts';

export function createSurveyStore(call: Call) {
  return {
    /** Returns statistics. `since` is the first day for climbers (`2026-11-20`, UTC). Reads too much for a request. */
    survey: (since: string) => call('survey_directory', { since }, surveySchema),
  };
}
