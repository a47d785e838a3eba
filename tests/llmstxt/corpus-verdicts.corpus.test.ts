import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';
import { aResponse } from '../directory/a-site.ts';
import { listCorpus } from './corpus.ts';
import { disagreement } from './disagreement.ts';

const files = [...listCorpus('responses'), ...listCorpus('not-llms')];

describe.runIf(files.length > 0)('the verdict on real files', () => {
  it.each([203, 206, 304, 404, 425, 500])('agrees with the findings if the server answers %i', (status) => {
    const response = aResponse({ status, headers: { 'content-type': 'text/plain' } });
    const wrong = files.flatMap(({ name, body }) =>
      disagreement(name, response, lint({ body, response }, { assessQuality: false })),
    );
    expect(wrong).toEqual([]);
  });
});
