import { describe, expect, it } from 'vitest';
import { decodeBody } from '#llmstxt';
import { toSiteUrl } from '../relevance/quality/ruler/judged-set.ts';
import { applyAdvice, assess, exactScore, isValid, type Judged } from './apply-advice.ts';
import { listCorpus } from './corpus.ts';

const FILES = 300;
const FILES_IN_FULL = 60;
/** Most bytes of a tested file. Larger files need most of the time and add no insight. */
const MAX_BYTES = 80_000;
/**
 * Least share of advice that raises the score. The test follows advice without knowledge of the pages, so its lists can score
 * worse than before.
 */
const MIN_RAISED = 0.98;

/** Most points between the announced and the measured gain, and the least share of advice within them. */
const WITHIN = 3;
const MIN_WITHIN = 0.85;

interface Real extends Judged {
  readonly name: string;
}

/** Valid files of known domains. */
const files: readonly Real[] = listCorpus('llms')
  .filter(({ name, body }) => /^(?:site|cc)__/.test(name) && body.length < MAX_BYTES)
  .map(({ name, body }) => ({ name, text: decodeBody(body).text, url: toSiteUrl(name), mended: [] }))
  .filter(isValid);

/** Returns `count` files, spread over the list. */
function pick(count: number): readonly Real[] {
  const share = count / files.length;
  return files.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share));
}

describe.skipIf(files.length === 0)('advice on real files', () => {
  it('raises the score with each change alone, by what was said', () => {
    let applied = 0;
    const failed: string[] = [];
    const others: string[] = [];
    for (const file of pick(FILES)) {
      const before = exactScore(file);
      for (const part of assess(file).parts.filter(({ raise }) => raise !== null)) {
        const better = applyAdvice(file, part);
        // Skip bare URLs in prose, because there is no list item to replace.
        if (better.text === file.text && better.mended.length === 0) continue;
        applied++;
        const gained = exactScore(better) - before;
        if (gained <= 0) failed.push(`${file.name} ${part.id} ${before.toFixed(2)}: ${gained}`);
        if (Math.abs(gained - part.gain) > WITHIN) others.push(`${file.name} ${part.id} ${part.gain}: ${gained}`);
      }
    }
    expect(applied).toBeGreaterThan(FILES);
    expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(applied * (1 - MIN_RAISED));
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(applied * (1 - MIN_WITHIN));
  });

  it('raises the score of every file, one after another', () => {
    const failed: string[] = [];
    for (const file of pick(FILES_IN_FULL)) {
      const first = assess(file);
      let judged: Judged = file;
      for (const { id } of first.parts) {
        const part = assess(judged).parts.find((one) => one.id === id);
        if (part !== undefined && part.raise !== null) judged = applyAdvice(judged, part);
      }
      const last = assess(judged);
      const isAdvised = first.parts.some(({ raise }) => raise !== null);
      if (isAdvised && last.score <= first.score) failed.push(`${file.name} ${first.score} → ${last.score}`);
    }
    expect(failed).toEqual([]);
  });
});
