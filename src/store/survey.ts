import { type Survey, surveySchema } from '../directory/survey.ts';
import type { Call } from './client.ts';

/** Part of the store for statistics over the whole directory. */
export interface SurveyStore {
  /** Returns statistics. `since` is the first day for climbers (`2026-11-20`, UTC). Reads too much for a request. */
  survey(since: string): Promise<Survey>;
}

export function createSurveyStore(call: Call): SurveyStore {
  return { survey: (since) => call('survey_directory', { since }, surveySchema) };
}
