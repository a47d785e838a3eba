import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { Preview } from '#llmstxt';
import type { DomainDetail } from '../../../src/directory/detail.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { renderOutlineMarkdown } from '../../../src/site/content/views/outline/outline-markdown.ts';
import { outlineView } from '../../../src/site/content/views/outline/outline-view.ts';
import { phraseText } from '../../../src/site/content/views/phrase.ts';
import { gradeOf } from '../../../src/site/content/views/quality/grade.ts';
import { Outline } from '../../../src/site/look/components/Outline.tsx';
import { detailOf, finding } from '../domain-fixture.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };
const verdictOf = (changes: Parameters<typeof detailOf>[1]) =>
  domainView(detailOf('a.example', changes), service).verdict;
const AT = '2026-01-01T00:00:00.000Z';
const withQuality = (quality: number): Partial<DomainDetail> => ({
  components: { reach: 0, trust: 50, quality, freshness: 100 },
});

describe('a grade', () => {
  it.each([
    [100, 'Very good', 'good'],
    [80, 'Very good', 'good'],
    [79, 'Good', 'good'],
    [40, 'Fair', 'fair'],
    [39, 'Weak', 'bad'],
    [0, 'Weak', 'bad'],
  ])('of quality %i is %s', (quality, words, look) => {
    expect(gradeOf(quality)).toMatchObject({ words, look });
  });
});

describe('a verdict', () => {
  it('praises a clean file, and offers its claim', () => {
    const verdict = verdictOf({ ...withQuality(90), findings: [finding()] });
    expect(verdict).toMatchObject({ words: 'Very good', score: 90 });
    expect(verdict.sentence).toMatch(/^Clean: nothing to fix\./);
    expect(verdict.steps.map(phraseText)).toEqual([expect.stringMatching(/^Claim the site/)]);
  });

  it('names errors first, and at most three steps', () => {
    const errors = ['a', 'b', 'c'].map((id) => finding({ id, title: `Rule ${id}`, severity: 'error' }));
    const verdict = verdictOf({ ...withQuality(50), findings: errors });
    expect(verdict.steps.map(phraseText)).toEqual(['Fix: Rule a', 'Fix: Rule b', expect.stringMatching(/^Claim/)]);
  });

  it('gives the reason for an invalid file, with one quality', () => {
    const verdict = verdictOf({
      facts: { status: 'invalid' },
      failure: {
        kind: 'definitive',
        count: 2,
        since: '2026-01-01T00:00:00.000Z',
        last_at: '2026-01-01T00:00:00.000Z',
        reason: 'no-title',
      },
    });
    expect(verdict).toMatchObject({ words: 'Not valid', score: 0 });
    expect(verdict.sentence).toBe('An agent cannot use the file of a.example: the file has no title.');
  });

  it('leads from a missing file to a draft, without a section for its contents', () => {
    const failure = { kind: 'definitive', count: 1, since: AT, last_at: AT, reason: 'not-found' } as const;
    const findings = [finding({ id: 'not-found', severity: 'error' })];
    const view = domainView(
      detailOf('a.example', { facts: { status: 'invalid', last_checked: AT }, failure, findings, preview: null }),
      service,
    );
    expect(view.verdict.sentence).toBe('a.example has no llms.txt.');
    expect(phraseText(view.verdict.steps[0] ?? [])).toMatch(/^Generate a file/);
    expect(view.jumps.map(({ words }) => words)).not.toContain('Contents');
  });

  it('gives no grade to a blocked or unread site', () => {
    const failure = {
      kind: 'blocked',
      count: 1,
      since: '2026-01-01T00:00:00.000Z',
      last_at: '2026-01-01T00:00:00.000Z',
      reason: 'blocked',
    } as const;
    expect(verdictOf({ facts: { status: 'unreachable' }, failure })).toMatchObject({ words: 'Blocked', score: null });
    const cure = verdictOf({
      facts: { status: 'pending' },
      failure,
      findings: [finding({ id: 'blocked', message: 'The server answers 403 to our crawler.' })],
    });
    expect(cure).toMatchObject({ words: 'Blocked', sentence: 'The server blocks our crawler, so the file is unread.' });
    expect(cure.steps.map(phraseText)[0]).toMatch(/^Allow the user agent llms-txt-directory /);
    expect(verdictOf({ facts: { status: 'pending', last_checked: null } })).toMatchObject({
      look: 'none',
      score: null,
    });
    expect(verdictOf({ facts: { tier: 'rejected' } }).words).toBe('Kept out');
  });

  it('states once why a site is kept out', () => {
    const failure = { kind: 'blocked', count: 1, since: AT, last_at: AT, reason: 'robots' } as const;
    const view = domainView(
      detailOf('a.example', { facts: { tier: 'rejected' }, rejection: 'opt-out', failure }),
      service,
    );
    expect(view.verdict.sentence).toBe('The site asked our crawler to stay away, so lists and search leave it out.');
    expect(view.warnings.map(phraseText).join()).not.toMatch(/kept out/i);
  });

  it('praises a clean file without advice', () => {
    const part = {
      id: 'coverage',
      score: 10,
      weight: 100,
      reason: 'Few.',
      raise: 'Name more.',
      gain: 9,
      lines: [],
    } as const;
    const quality_details = {
      version: 3,
      score: 75,
      parts: [part],
      limit: null,
      links: { checked: 0, dead: 0, redirecting: 0 },
    };
    const clean = verdictOf({ ...withQuality(75), facts: { verified: true }, quality_details, findings: [] });
    expect(clean).toMatchObject({ sentence: expect.stringMatching(/^Clean: nothing to fix/), steps: [] });
    const fair = verdictOf({ ...withQuality(50), facts: { verified: true }, quality_details, findings: [] });
    expect(fair.steps).toHaveLength(1);
  });
});

describe('the outline of a check', () => {
  const preview: Preview = {
    title: 'A',
    summary: null,
    details: null,
    sections: [{ title: 'Docs', links: [{ title: 'Start', url: 'https://a.example/start', notes: null }] }],
    bytes: 1,
    tokens: 1,
    truncated: false,
  };

  it('counts a full file, and names no totals of a cut file', () => {
    expect(outlineView(preview)).toMatchObject({ size: '1 heading · 1 link · 1 B · about 1 token', scope: null });
    expect(outlineView({ ...preview, truncated: true })).toMatchObject({
      size: '1 B · about 1 token',
      scope: 'First 1 link.',
    });
  });
});

describe('the outline of a cut file', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      title: `L${at}`,
      url: `https://a.example/${at}`,
      notes: 'x'.repeat(300),
    }));
  const outlineOf = (counts: readonly number[], all: number, truncated = false) =>
    domainView(
      detailOf('a.example', {
        facts: { sections: 3, links: all },
        preview: {
          title: 'A',
          summary: null,
          details: null,
          sections: counts.map((count, at) => ({ title: `S${at}`, links: links(count) })),
          bytes: 1,
          tokens: 1,
          truncated,
        },
      }),
      service,
    ).outline;

  it('counts all links of each section in the file', () => {
    const outline = outlineOf([25, 20, 5], 50);
    expect(outline?.sections.map(({ count }) => count)).toEqual(['25', '5 of 20']);
    expect(outline?.scope).toBe('First 30 of 50 links, 2 of 3 headings.');
  });

  it('does not call the links of a preview all links', () => {
    const outline = outlineOf([20], 492, true);
    expect(outline?.sections.map(({ count }) => count)).toEqual(['20 or more']);
    expect(outline?.scope).toBe('First 20 of 492 links.');
  });

  it('counts groups of a section as headings, not as sections', () => {
    const outline = outlineOf([0, 0, 0, 0, 0], 0);
    if (!outline) throw new Error('the fixture has a preview');
    expect(outline.size).toMatch(/^3 sections · 0 links · /);
    expect(renderToString(h(Outline, { view: outline, open: 1 }))).toContain('5 headings without links');
    expect(renderOutlineMarkdown(outline, 'A').join()).toContain('Headings without links: S0, S1');
  });

  it('omits the scope for a full file, and mentions links outside sections', () => {
    expect(outlineOf([2, 3, 4], 9)?.scope).toBeNull();
    expect(outlineOf([2, 3, 4], 10)?.scope).toBe('1 link of the file is outside of sections.');
  });
});
