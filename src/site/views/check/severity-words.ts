import type { Severity } from '#llmstxt';

/** A severity as people read it. */
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'hint' };
