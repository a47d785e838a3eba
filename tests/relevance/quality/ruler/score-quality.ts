import { lint } from '../../../../packages/llmstxt/src/index.ts';
import type { Scorer } from './judge-edits.ts';

export const scoreQuality: Scorer = (text, url) => lint({ body: text, url }).quality;
