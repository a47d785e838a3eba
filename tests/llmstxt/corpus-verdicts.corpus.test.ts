import { describe, expect, it } from 'vitest';
import { lint, type ResponseFacts } from '#llmstxt';
import { inspectFile } from '../../src/crawl/visit/inspect-file.ts';
import { toOutcome } from '../../src/directory/scoring/outcome.ts';
import { aResponse, aVisit, START } from '../directory/a-site.ts';
import { type CorpusFile, listCorpus, readTable } from './corpus.ts';

const llms = listCorpus('llms');
const responses = listCorpus('responses');
const others = listCorpus('not-llms');
const isHere = llms.length > 0;

/** Statuses with which each file is judged. */
const STATUSES = [200, 203, 206, 304, 404, 425, 500] as const;

function disagreement({ name, body }: CorpusFile, over: Partial<ResponseFacts>): string[] {
  const response = aResponse({ headers: { 'content-type': 'text/plain' }, ...over });
  const inspection = inspectFile({ domain: 'example.com', input: { body, response }, assessQuality: false });
  const { kind } = toOutcome(aVisit(START, { response, inspection }));
  const hasError = inspection.findings.some(({ severity }) => severity === 'error');
  const isUnknown = inspection.findings.some(({ outcome }) => outcome === 'unknown');
  const agrees =
    inspection.valid === (kind === 'valid') &&
    inspection.valid !== (hasError || isUnknown) &&
    (kind !== 'definitive' || hasError);
  return agrees ? [] : [`${name} with ${over.status}: ${kind}, ${inspection.valid ? 'valid' : 'invalid'}`];
}

describe.runIf(isHere)('the verdict on real files', () => {
  it.each(STATUSES)('agrees with the findings if the server answers %i', (status) => {
    const files = status === 200 ? [...llms, ...responses, ...others] : [...responses, ...others];
    expect(files.flatMap((file) => disagreement(file, { status }))).toEqual([]);
  });

  it('calls every parked answer parked', () => {
    const bodies = new Map(responses.map(({ name, body }) => [name, body]));
    const parked = readTable('responses/manifest.tsv').filter(([, kind]) => kind === 'parking');
    expect(parked.length).toBeGreaterThan(3);
    const kinds = parked.map(
      ([name = '']) =>
        lint({ body: bodies.get(name) ?? '', url: `https://${name.replace(/\.txt$/, '')}/llms.txt` }).kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['parked']));
  });
});
