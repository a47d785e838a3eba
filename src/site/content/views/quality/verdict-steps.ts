import { countOf } from '../../format/numbers.ts';
import type { BrokenRule } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { QualityView } from './quality-view.ts';

/** Returns the step that fixes a broken rule. `path` is the place of its findings. */
export function fixStep({ title, count }: BrokenRule, path: string): Phrase {
  return ['Fix: ', { path, words: title }, count > 1 ? ` (${countOf(count, 'place')})` : ''];
}

/** Returns the steps that raise the quality, the largest gain first. `path` is the place of the quality. */
export function adviceSteps(quality: QualityView | null, path: string): Phrase[] {
  return (quality?.advice ?? []).map(({ part, text }) => [
    { path, words: `Raise its ${part}` },
    ': ',
    { quoted: text },
  ]);
}
