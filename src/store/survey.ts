import { type Survey, surveySchema } from '../directory/survey.ts';
import type { Call } from './client.ts';

/** The part of the store that counts over the whole directory. */
export interface SurveyStore {
  /** `since`: the day (`2026-11-20`, UTC) from which on climbers are looked for. Reads much: for builds, not for requests. */
  survey(since: string): Promise<Survey>;
}

export function createSurveyStore(call: Call): SurveyStore {
  return { survey: (since) => call('survey_directory', { since }, surveySchema) };
}
