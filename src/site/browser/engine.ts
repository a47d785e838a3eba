import { createPreview, lint, summarizeReaders } from '#llmstxt';
import { countOf } from '../format/numbers.ts';
import type { MarkupNode } from '../markup.ts';
import { mend } from '../views/check/fix-text.ts';
import { markFindings } from '../views/check/mark-findings.ts';
import { markReport } from '../views/check/report.ts';

/** What the engine says of a text. Loaded when somebody first types one; from then on it needs no network. */
export interface Lint {
  /** For a screen reader: the outcome in a sentence. */
  readonly sentence: string;
  readonly shown: readonly MarkupNode[];
}

/** Everything about a text: the report that a check gives. */
export function lintWhole(text: string): Lint {
  const inspection = lint({ body: text });
  const { document, findings } = inspection;
  return {
    sentence: sentenceOf(inspection),
    shown: markReport(
      {
        text,
        whole: true,
        url: null,
        findings,
        preview: document && createPreview(document),
        readers: document ? summarizeReaders(text) : [],
      },
      'paste',
    ),
  };
}

/** The findings of a draft that somebody edits; the text is in front of them. */
export function lintDraft(text: string): Lint {
  const inspection = lint({ body: text });
  return {
    sentence: sentenceOf(inspection),
    shown: [markFindings(inspection.findings, mend(text, null, true), 'draft')],
  };
}

function sentenceOf({ valid, quality, findings }: ReturnType<typeof lint>): string {
  const state = valid ? `Valid, quality ${quality} of 100` : 'Not valid';
  return `${state}: ${findings.length === 0 ? 'nothing to mend' : countOf(findings.length, 'finding')}.`;
}
