import type { BodyKind, FetchFailure, Finding, LintResult, ResponseFacts } from '#llmstxt';
import { digestInspection } from '../../src/crawl/visit/inspect-file.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import type { DomainState } from '../../src/directory/state.ts';
import type { Inspection, Observation } from '../../src/directory/visit.ts';
import { toResponse } from '../llmstxt/rules/case.ts';

export const START = '2026-11-01T00:00:00.000Z';

/** Returns the instant this many ms after the tests' start time. */
export const later = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();

/** Creates a registered domain without a visit. */
export function aPendingSite(over: Partial<DomainState> = {}): DomainState {
  return { ...newDomain('bakery.example', START), ...over };
}

export function aFinding(id: string, severity: Finding['severity'], over: Partial<Finding> = {}): Finding {
  return {
    id,
    title: id,
    severity,
    outcome: 'failed',
    source: 'spec',
    line: null,
    column: null,
    excerpt: null,
    message: id,
    fix: null,
    edits: [],
    spec_url: 'https://llmstxt.org/',
    ...over,
  };
}

export const aResponse = (over: Partial<ResponseFacts> = {}): ResponseFacts =>
  toResponse(over.url ?? 'https://bakery.example/llms.txt', over);

export function anInspection(over: Partial<LintResult> = {}): Inspection {
  const span = { start: 0, end: 0, line: 1, column: 1 };
  return digestInspection('bakery.example', {
    kind: 'llms',
    document: {
      title: 'Bakery',
      summary: 'Bread of the village.',
      details: '',
      sections: [
        { title: 'Docs', level: 2, optional: false, links: [], span },
        { title: 'Sub', level: 3, optional: false, links: [], span },
      ],
      links: [],
      bytes: 40,
      tokens: 10,
    },
    text: '# Bakery\n',
    findings: [],
    unbroken: [],
    valid: true,
    quality: 100,
    assessment: null,
    ...over,
  });
}

/** Creates a visit with a valid file. `over` replaces members. */
export function aVisit(at: string, over: Partial<Observation> = {}): Observation {
  return {
    domain: 'bakery.example',
    at,
    durationMs: 10,
    response: aResponse(),
    notModified: false,
    inspection: anInspection(),
    contentHash: 'hash-1',
    homepage: null,
    fullFile: null,
    robots: 'allowed',
    addressCountry: null,
    retryAfterMs: null,
    ...over,
  };
}

export const invalidVisit = (at: string, id = 'no-title', kind: BodyKind = 'llms'): Observation =>
  aVisit(at, {
    inspection: anInspection({ kind, valid: false, quality: 80, document: null, findings: [aFinding(id, 'error')] }),
  });
export const notFoundVisit = (at: string): Observation =>
  aVisit(at, {
    response: aResponse({ status: 404 }),
    inspection: anInspection({
      kind: 'none',
      document: null,
      valid: false,
      quality: 0,
      findings: [aFinding('not-found', 'error')],
    }),
    contentHash: null,
  });
export const deadVisit = (at: string, failure: FetchFailure = 'timeout'): Observation =>
  aVisit(at, { response: aResponse({ status: null, failure }), inspection: null, contentHash: null });
export const statusVisit = (at: string, status: number, over: Partial<Observation> = {}): Observation =>
  aVisit(at, { response: aResponse({ status }), inspection: null, contentHash: null, ...over });
export const validVisit = (at: string, inspection: Partial<LintResult>, over: Partial<Observation> = {}): Observation =>
  aVisit(at, { inspection: anInspection(inspection), ...over });
