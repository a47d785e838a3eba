import { lint } from '../src/index.ts';
import type { Scorer } from './judge-edits.ts';

/** Quality score of this package. */
export const scoreQuality: Scorer = (text, url) => lint({ body: text, url }).quality;
