import type { TextDeadlines } from '../../../functions/texts/text-threads.ts';

const HANG_MS = 300_000;

/** Deadlines that the work of a test meets even on a busy machine. */
export const PATIENT_DEADLINES: TextDeadlines = {
  readMs: HANG_MS,
  lateReadMs: HANG_MS,
  checkMs: HANG_MS,
  visitMs: HANG_MS,
};
