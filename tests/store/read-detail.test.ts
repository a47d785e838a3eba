import { describe, expect, it } from 'vitest';
import { decodeBody, type LintInput } from '#llmstxt';
import { inspectFile } from '../../src/crawl/visit/inspect-file.ts';
import { answerSchema, seenSchema } from '../../src/directory/visit.ts';
import { packText } from '../../src/store/packed-text.ts';
import { readFile } from '../../src/store/read-detail.ts';
import { listSectionNames, storedFile } from '../../src/store/stored-file.ts';
import { packedFindings } from '../../src/store/stored-findings.ts';
import { aResponse } from '../directory/a-site.ts';
import { T0, toVisit } from './sample-visit.ts';

const URL_OF_FILE = 'https://a.example/llms.txt';
const TEXT = [
  '# Bakery',
  '',
  '> Bread of the village.',
  '',
  '## Shop',
  '',
  '- [Bread](https://a.example/bread): what we bake on which day',
  '- [Rolls](https://a.example/rolls): what is sold before seven',
  '- [Cake](https://a.example/cake)',
  '- [Mill](https://mill.example/flour): where the flour is from',
  '',
].join('\n');
const RESPONSE = aResponse({
  url: URL_OF_FILE,
  headers: { 'content-type': 'text/html', 'content-disposition': 'attachment' },
});
const CHECK = { own: true, status: 200, failure: null, redirectedTo: null, markdownTwin: null };
const HOMEPAGE = { url: 'https://a.example/', title: null, description: null, language: null, locales: [] };

const toBytes = (text: string) => Buffer.from(text);
const INPUTS: Readonly<Record<string, LintInput>> = {
  'a plain file': { body: toBytes(TEXT), url: URL_OF_FILE, response: { ...RESPONSE, headers: {} } },
  'a file with faults of its response': { body: toBytes(TEXT), response: RESPONSE },
  'a file with a byte-order mark, garbled characters and bad lines': {
    body: toBytes(`\ufeff${TEXT.replaceAll('\n', '\r\n')}\r\nCafÃ© \ufffd\r\n`),
    response: RESPONSE,
  },
  'a file in UTF-16': { body: Buffer.from(`\ufeff${TEXT}`, 'utf16le'), response: RESPONSE },
  'a file behind a redirect': {
    body: toBytes(TEXT.replaceAll('a.example', 'b.example')),
    response: {
      ...RESPONSE,
      finalUrl: 'https://b.example/docs/llms.txt',
      chain: [URL_OF_FILE, 'https://b.example/docs/llms.txt'],
    },
  },
  'a file that was cut': { body: toBytes(TEXT), response: { ...RESPONSE, truncated: true } },
  'a file with dead and redirecting links, and others on its site': {
    body: toBytes(TEXT),
    response: RESPONSE,
    homepage: { ...HOMEPAGE, describedBy: ['https://a.example/other.txt'], markdownAlternates: [] },
    fullFile: { url: 'https://a.example/llms-full.txt', status: 200, kind: 'html' },
    wwwDiffers: true,
    linkChecks: [
      { ...CHECK, url: 'https://a.example/bread', markdownTwin: 'https://a.example/bread.md' },
      { ...CHECK, url: 'https://a.example/rolls', redirectedTo: 'https://a.example/small-rolls' },
      { ...CHECK, url: 'https://a.example/cake', status: 404 },
      { ...CHECK, url: 'https://mill.example/flour', own: false, status: 410 },
    ],
  },
};

describe('a stored file', () => {
  it.each(Object.entries(INPUTS))('shows the result of the visit for %s', (_, input) => {
    const { findings, assessment: quality, document, text } = inspectFile({ domain: 'a.example', input });
    const body = text ?? '';
    const found = { findings, quality, preview: document?.preview ?? null, text: { hash: 'h', body } };
    const lease = { state: { domain: 'a.example' } as never, lease: 'l', attempts: 1 };
    const visit = toVisit(lease, 'run', T0, {}, found);
    const final_url = input.response?.finalUrl ?? URL_OF_FILE;
    const stored = JSON.parse(JSON.stringify(storedFile({ ...visit, evidence: { ...visit.evidence, final_url } })));
    const copied = seenSchema.extend({ findings: packedFindings }).parse(stored.seen);
    expect(readFile({ text: packText(body), bytes: stored.bytes, seen: copied, answer: null })).toEqual({
      findings,
      quality_details: quality,
      preview: document?.preview,
    });
  });

  it('does not count as the site’s file if another site serves it', () => {
    const seen = { url: URL_OF_FILE, is_borrowed: true, links: null, quality_version: null, findings: [] };
    const { quality_details } = readFile({ text: packText(TEXT), bytes: null, seen, answer: null });
    expect(quality_details).toMatchObject({ score: 0, limit: { score: 0 } });
  });

  it('contains short, nonempty names of sections', () => {
    const sections = ['Guides', ' ', 'x'.repeat(50), 'API', 'SDKs', 'More'].map((title) => ({ title, links: [] }));
    const preview = { title: null, summary: null, details: null, sections, bytes: 1, tokens: 1, truncated: false };
    expect(listSectionNames(preview)).toEqual(['Guides', `${'x'.repeat(39)}…`, 'API', 'SDKs']);
  });

  it('stores a finding in a quarter of its size, and drops a finding of a removed rule', () => {
    const input = INPUTS['a file with faults of its response'] ?? { body: null };
    const { findings } = inspectFile({
      domain: 'a.example',
      input: { ...input, body: decodeBody(toBytes(TEXT)).text },
    });
    const kept = storedFile(toVisit({ state: {} as never, lease: 'l', attempts: 1 }, 'run', T0, {}, { findings }));
    const stored = JSON.parse(JSON.stringify(kept)).answer.findings;
    expect(packedFindings.parse(stored)).toEqual(findings);
    expect(packedFindings.parse([{ id: 'rule-of-yesterday', message: 'x' }])).toEqual([]);
  });
});

describe('the quality stored with a response', () => {
  const { assessment } = inspectFile({ domain: 'a.example', input: { body: toBytes(TEXT) } });
  const parts = assessment?.parts.map(({ gain: _, ...part }) => part);

  it('keeps the gain of each part, and is left out without gains', () => {
    expect(answerSchema.parse({ findings: [], quality: assessment }).quality).toEqual(assessment);
    expect(answerSchema.parse({ findings: [], quality: { ...assessment, parts } })).toEqual({ findings: [] });
  });
});
