import { surveySchema } from '../directory/survey.ts';
import type { Call } from './supabase-ownership.ts';
import type { SurveyStore } from './survey.ts';

export function createSurveyStore(call: Call): SurveyStore {
  return { survey: (since) => call('survey_directory', { since }, surveySchema) };
}
