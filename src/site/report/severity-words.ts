import type { Severity } from '../../llmstxt/finding.ts';

/** A severity as people read it. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'hint' };
