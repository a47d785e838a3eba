import { hideCredentials } from '../address/credentials.ts';
import { cutText } from '../cut-text.ts';
import { describeReaders } from './describe-readers.ts';
import type { Loss } from './losses.ts';
import { simulateReaders } from './simulate-readers.ts';

export interface ReaderSummary {
  readonly reader: 'python' | 'javascript';
  /** False if the parser fails on the whole file. */
  readonly reads: boolean;
  readonly sentence: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly sections: number;
  readonly links: number;
  /** Losses in text order, up to a number per kind. */
  readonly losses: readonly Loss[];
}

/** Most characters of a title or summary on a page. */
const MAX_TEXT = 600;

function quote(text: string): string {
  return cutText(hideCredentials(text), MAX_TEXT);
}

/** Returns the results of the Python and the JavaScript reference parser. */
export function summarizeReaders(text: string): ReaderSummary[] {
  const views = simulateReaders(text);
  const sentences = describeReaders(views);
  return [views.python, views.javascript].map(({ reader, reads, title, summary, sections, losses }, at) => ({
    reader,
    reads,
    sentence: sentences[at] ?? '',
    title: title && quote(title),
    summary: summary && quote(summary),
    sections: sections.length,
    links: sections.reduce((sum, section) => sum + section.links.length, 0),
    losses: losses.map(({ kind, line, excerpt }) => ({ kind, line, excerpt })),
  }));
}
