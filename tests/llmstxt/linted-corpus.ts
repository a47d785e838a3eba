import { type LintResult, lint } from '#llmstxt';
import { type CorpusFile, listCorpus } from './corpus.ts';

export const URL_OF_FILE = 'https://example.com/llms.txt';

export interface LintedFile extends CorpusFile {
  readonly result: LintResult;
}

const linted = new Map<string, readonly LintedFile[]>();

/** Lints the files of a corpus folder with all findings. All tests of a process share the results. */
export function lintCorpus(folder: string, extension = '.txt'): readonly LintedFile[] {
  const known = linted.get(folder);
  if (known) return known;
  const files = listCorpus(folder, extension).map(({ name, body }) => ({
    name,
    body,
    result: lint({ body, url: URL_OF_FILE }, { maxPerRule: Number.POSITIVE_INFINITY }),
  }));
  linted.set(folder, files);
  return files;
}
