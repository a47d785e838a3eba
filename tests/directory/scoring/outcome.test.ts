import { describe, expect, it } from 'vitest';
import type { ResponseFacts } from '#llmstxt';
import { inspectFile } from '../../../src/crawl/visit/inspect-file.ts';
import { toOutcome } from '../../../src/directory/scoring/outcome.ts';
import { FAILURES } from '../../crawl/fake-net.ts';
import { aResponse, aVisit, START } from '../a-site.ts';

const GOOD = '# Acme\n\n> Acme makes kites.\n\n## Docs\n\n- [Guide](https://acme.example/guide): how to fly a kite\n';

/** Returns the outcome of a visit with this response and its errors. */
function judgeResponse(over: Partial<ResponseFacts>) {
  const response = aResponse(over);
  const inspection = inspectFile({ domain: 'bakery.example', input: { body: GOOD, response } });
  const { kind } = toOutcome(aVisit(START, { response, inspection }));
  const errors = inspection.findings.filter(({ severity }) => severity === 'error');
  const unknown = inspection.findings.filter(({ outcome }) => outcome === 'unknown');
  return { kind, valid: inspection.valid, errors, unknown };
}

describe('the outcome of a visit', () => {
  it('agrees with the findings for every HTTP status, and becomes valid only for status 200', () => {
    const statuses = Array.from({ length: 900 }, (_, at) => at + 100);
    const judged = statuses.map((status) => ({ status, ...judgeResponse({ status }) }));
    const disagree = judged.filter(
      ({ kind, valid, errors, unknown }) =>
        valid !== (kind === 'valid') || valid === errors.length + unknown.length > 0,
    );
    expect(disagree).toEqual([]);
    expect(judged.filter(({ kind }) => kind === 'valid').map(({ status }) => status)).toEqual([200]);
  });

  it.each([201, 202, 203, 204, 206, 226])('names status %i in an error', (status) => {
    const { kind, errors } = judgeResponse({ status });
    expect(kind).toBe('definitive');
    expect(errors.map(({ id, message }) => [id, message])).toEqual([
      ['other-status', `The server answers ${status}. Only status 200 means that the response is the whole file.`],
    ]);
  });

  it.each(FAILURES)('explains the failure %s in one error', (failure) => {
    const { kind, errors } = judgeResponse({ status: null, failure });
    expect(kind).toBe('network');
    expect(errors).toHaveLength(1);
  });
});
