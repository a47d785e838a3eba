import type { Finding, Preview, ReaderSummary } from '#llmstxt';

/** A finding as an answer carries it. */
export type AnsweredFinding = Pick<
  Finding,
  'id' | 'title' | 'severity' | 'line' | 'column' | 'excerpt' | 'message' | 'fix'
>;

/** What a check answers, as far as pages and texts show it. */
export interface CheckAnswer {
  readonly domain: string;
  readonly final_url: string;
  readonly fetched_at: string;
  readonly status: 'valid' | 'invalid' | 'unreachable';
  readonly quality: number;
  readonly checks: readonly AnsweredFinding[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}
