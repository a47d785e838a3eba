import type { Finding } from '#llmstxt';
import { countOf } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import type { BrokenRule, FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { QualityView } from './quality-view.ts';

/** Returns the step that fixes a broken rule. `path` is the URL of its findings. */
export function fixStep({ title, count }: BrokenRule, path: string): Phrase {
  return ['Fix: ', { path, words: title }, count > 1 ? ` (${countOf(count, 'place')})` : ''];
}

/** Rules that a site without a file breaks. A web page may replace the file. */
const NO_FILE: ReadonlySet<Finding['id']> = new Set(['not-found', 'html-body']);

export function hasNoFile({ rules }: FindingsView): boolean {
  return rules.some(({ id }) => NO_FILE.has(id));
}

export function draftStep(domain: string): Phrase {
  return [
    { path: paths.generateFor(domain), words: 'Generate a file' },
    ' from the pages of the site, and publish it.',
  ];
}

/** Returns the steps that raise the quality, the largest gain first. `path` is the URL of the quality. */
export function adviceSteps(quality: QualityView | null, path: string): Phrase[] {
  return (quality?.advice ?? []).map(({ part, text }) => [
    { path, words: `Improve its ${part}` },
    ': ',
    { quoted: text },
  ]);
}
