import { decodeBody } from '#llmstxt';
import { listCorpus } from '../../llmstxt/corpus.ts';
import { readJudgedSet } from './ruler/judged-set.ts';
import type { JudgedText } from './ruler/measure-agreement.ts';

/** Returns the judged files with their texts. Returns none without the corpus. */
export function readJudgedTexts(): readonly JudgedText[] {
  const bodies = new Map(listCorpus('llms').map(({ name, body }) => [name, body]));
  return readJudgedSet().flatMap((entry) => {
    const body = bodies.get(entry.file);
    return body === undefined ? [] : [{ ...entry, text: decodeBody(body).text }];
  });
}
