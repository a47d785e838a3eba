import { describe, expect, it } from 'vitest';
import { type ActionsCore, followInActions, reportLine } from '../../src/crawl/report.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import type { VisitSummary } from '../../src/crawl/visit-summary.ts';

const report: CrawlReport = {
  run: 'r',
  visited: 12_345,
  fine: 100,
  failed: 2,
  broken: false,
  settled: 2,
  ended: 'nothing-due',
  statuses: { pending: 1, valid: 12_000, invalid: 300, unreachable: 44 },
  notModified: 9,
  lost: 0,
  postponed: 0,
  errors: 0,
  durationMs: 61_234,
};
const visit: VisitSummary = {
  domain: 'a.example',
  before: 'valid',
  status: 'invalid',
  tier: 'unlisted',
  authority: 30,
  http: 404,
  failure: null,
  reason: 'not-found',
  not_modified: false,
  result: 'held',
  duration_ms: 5,
  due_at: '2026-01-01T00:00:00.000Z',
};

function recorder() {
  const said: unknown[][] = [];
  const say = (...words: unknown[]) => {
    said.push(words);
    return summary;
  };
  const summary: ActionsCore['summary'] = {
    addHeading: (text) => say('heading', text),
    addTable: (rows) => say('table', ...rows),
    addRaw: (text) => say('raw', text),
    write: async () => say('write'),
  };
  const core: ActionsCore = {
    startGroup: (name) => void said.push(['group', name]),
    endGroup: () => void said.push(['end']),
    warning: (message) => void said.push(['warning', message]),
    error: (message) => void said.push(['error', message]),
    summary,
  };
  return { core, said };
}

describe('under GitHub Actions', () => {
  it('writes a group, an annotation per broken site, and a table', async () => {
    const { core, said } = recorder();
    const follow = followInActions(core, 'Crawl, shard 1/4');
    follow.onVisit(visit);
    follow.onVisit({ ...visit, domain: 'b.example', before: 'invalid' });
    await follow.end(report);
    expect(said.map(([kind]) => kind)).toEqual(['group', 'end', 'warning', 'heading', 'table', 'raw', 'write']);
    expect(said).toContainEqual(['warning', 'a.example: not-found']);
    expect(said.find(([kind]) => kind === 'table')).toContainEqual(['Visited', '12,345']);
  });
  it('reports an open breaker as an error without sites', async () => {
    const { core, said } = recorder();
    const follow = followInActions(core, 'Crawl');
    follow.onVisit(visit);
    await follow.end({ ...report, broken: true, failed: 60 });
    expect(said.filter(([kind]) => kind === 'warning')).toEqual([]);
    expect(said.find(([kind]) => kind === 'error')?.[1]).toMatch(
      /60 of 100 valid domains .* failures were not applied/,
    );
  });
});

it('formats a run as one line', () => {
  expect(reportLine(report)).toBe('12345 visited, 12000 valid, 300 invalid, 44 unreachable, 1 pending');
  expect(reportLine({ ...report, errors: 2, ended: 'deadline' })).toMatch(/, 2 errors, deadline$/);
});
