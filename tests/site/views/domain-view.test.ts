import { describe, expect, it } from 'vitest';
import { lint, type Preview } from '#llmstxt';
import type { DomainDetail } from '../../../src/directory/detail.ts';
import { withoutQuality } from '../../../src/directory/scoring/borrowed.ts';
import { toBadgeData } from '../../../src/site/content/badge.ts';
import { renderDomainMarkdown } from '../../../src/site/content/views/domain/domain-markdown.ts';
import { renderDomainText } from '../../../src/site/content/views/domain/domain-text.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { outlineView } from '../../../src/site/content/views/outline/outline-view.ts';
import { phraseText } from '../../../src/site/content/views/phrase.ts';
import { toGrade } from '../../../src/site/content/views/quality/verdict.ts';
import { finding, toDetail } from '../domain-fixture.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };
const toVerdict = (changes: Parameters<typeof toDetail>[1]) =>
  domainView(toDetail('a.example', changes), service).verdict;
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
  ])('names quality %i %s', (quality, words, look) => {
    expect(toGrade(quality)).toMatchObject({ words, look });
  });
});

describe('the answer of a tool about a pending site', () => {
  const toText = (last_checked: string | null) => {
    const pending = { status: 'pending', tier: null, authority: null, last_checked } as const;
    return renderDomainText(toDetail('a.example', { facts: pending }).facts, service.baseUrl);
  };

  it('announces the first visit', () => {
    expect(toText(null)).toMatch(/^a\.example: pending, not read yet,/);
    expect(toText(null)).toContain('Next: its first crawl is queued');
  });

  it('links to the check after a visit without a file', () => {
    expect(toText(AT)).toMatch(/^a\.example: pending, not read yet,/);
    expect(toText(AT)).toContain('Next: check_llms_txt lists the problems of its file');
    expect(toText(AT)).not.toContain('queued');
  });
});

describe('a verdict', () => {
  it('states that a file of another site has no quality, and advises only to serve a separate file', () => {
    const { assessment } = lint({ body: '# A\n\n> B.\n\n## C\n\n- [D](https://b.example/d): e\n' });
    const moved = finding({ id: 'cross-domain-redirect', title: 'Served from another URL', severity: 'warning' });
    const verdict = toVerdict({ ...withQuality(0), quality_details: withoutQuality(assessment), findings: [moved] });
    expect(verdict.sentence).toMatch(/^A redirect leads to a file on another domain/);
    expect(verdict.steps.map(phraseText)).toEqual(['Fix: Served from another URL']);
  });

  it('praises a clean file, and offers its claim', () => {
    const verdict = toVerdict({ ...withQuality(90), findings: [finding()] });
    expect(verdict).toMatchObject({ words: 'Very good', score: 90 });
    expect(verdict.sentence).toMatch(/^Clean: nothing to fix\./);
    expect(verdict.steps.map(phraseText)).toEqual([expect.stringMatching(/^Claim the site/)]);
    expect(toVerdict({ ...withQuality(50), findings: [] }).sentence).toMatch(/^No errors or warnings\./);
  });

  it('names errors first, and at most three steps', () => {
    const errors = ['a', 'b', 'c'].map((id) => finding({ id, title: `Rule ${id}`, severity: 'error' }));
    const verdict = toVerdict({ ...withQuality(50), findings: errors });
    expect(verdict.steps.map(phraseText)).toEqual(['Fix: Rule a', 'Fix: Rule b', expect.stringMatching(/^Claim/)]);
  });

  it('gives the reason for an invalid file, with one quality', () => {
    const verdict = toVerdict({
      facts: { status: 'invalid' },
      failure: { kind: 'definitive', count: 2, since: AT, last_at: AT, reason: 'no-title' },
    });
    expect(verdict).toMatchObject({ words: 'Not valid', score: 0 });
    expect(verdict.sentence).toBe('An agent cannot use the file of a.example: the file has no title.');
  });

  it('links a missing file to a draft, without a section for its contents', () => {
    const failure = { kind: 'definitive', count: 1, since: AT, last_at: AT, reason: 'not-found' } as const;
    const findings = [finding({ id: 'not-found', severity: 'error' })];
    const view = domainView(
      toDetail('a.example', { facts: { status: 'invalid', last_checked: AT }, failure, findings, preview: null }),
      service,
    );
    expect(view.verdict.sentence).toBe('a.example has no llms.txt.');
    expect(phraseText(view.verdict.steps[0] ?? [])).toMatch(/^Generate a file/);
    expect(view.jumps.map(({ words }) => words)).not.toContain('Contents');
  });

  it('gives no grade to a blocked or unread site', () => {
    const failure = { kind: 'blocked', count: 1, since: AT, last_at: AT, reason: 'blocked' } as const;
    expect(toVerdict({ facts: { status: 'unreachable' }, failure })).toMatchObject({ words: 'Blocked', score: null });
    const cure = toVerdict({
      facts: { status: 'pending' },
      failure,
      findings: [finding({ id: 'blocked', message: 'The server answers 403 to our crawler.' })],
    });
    expect(cure).toMatchObject({ words: 'Blocked', sentence: 'The server blocks our crawler, so the file is unread.' });
    expect(cure.steps.map(phraseText)[0]).toMatch(/^Allow the user agent llms-txt-directory /);
    expect(toVerdict({ facts: { status: 'pending', last_checked: null } })).toMatchObject({
      look: 'none',
      score: null,
    });
    expect(toVerdict({ facts: { tier: 'rejected' } }).words).toBe('Kept out');
    const asked = 'The site asked our crawler to stay away, so lists and search leave it out.';
    expect(toVerdict({ facts: { tier: 'rejected' }, rejection: 'opt-out', failure }).sentence).toBe(asked);
  });
});

describe('a site that blocks visits', () => {
  const toFailure = (kind: 'blocked' | 'network', reason: string) =>
    ({ kind, count: 1, since: AT, last_at: AT, reason }) as const;

  it.each([
    ['pending', 'blocked', 'Blocked', 'status blocked'],
    ['unreachable', 'blocked', 'Blocked', 'status blocked'],
    ['unreachable', 'network', 'Unreachable', 'status unreachable'],
    ['valid', 'blocked', 'Valid', 'status valid'],
  ] as const)('shows for status %s and a failure of kind %s: %s', (status, kind, label, look) => {
    const failure = toFailure(kind, kind === 'blocked' ? 'http-403' : 'timeout');
    const detail = toDetail('a.example', { facts: { status, last_checked: AT }, failure });
    expect(domainView(detail, service).marks[0]).toMatchObject({ label, look });
    // A badge has the states of the record.
    expect(toBadgeData(detail).state).toBe(status);
  });

  it('gets one sentence and one remedy if robots.txt disallows our visit', () => {
    const facts = { status: 'pending', last_checked: AT } as const;
    const failure = toFailure('blocked', 'robots');
    const detail = toDetail('a.example', { facts, failure, findings: [] });
    const evidence = detail.evidence && { ...detail.evidence, url: 'https://a.example/robots.txt' };
    const view = domainView({ ...detail, evidence }, service);
    expect(view.evidence?.line).toMatch(/^robots\.txt: HTTP 200, /);
    expect(view.verdict).toMatchObject({
      words: 'Blocked',
      sentence: 'Robots.txt keeps our crawler out, so the file is unread.',
    });
    expect(view.verdict.steps.map(phraseText)[0]).toMatch(/in robots\.txt\.$/);
    expect(view.warnings).toEqual([]);
  });

  it('does not appear unchecked after a visit', () => {
    const toMeaning = (last_checked: string | null) =>
      domainView(toDetail('a.example', { facts: { status: 'pending', last_checked } }), service).marks[0]?.meaning;
    expect(toMeaning(null)).toBe('Not yet checked.');
    expect(toMeaning(AT)).toBe('We have not been able to read the file yet.');
  });
});

describe('list of similar sites', () => {
  it('shows the name of a site before its domain, unless the name repeats the domain', () => {
    const similar = [
      { domain: 'mooring.example', title: 'Mooring', authority: 61 },
      { domain: 'quay.example', title: 'quay.example', authority: 33 },
      { domain: 'pier.example', title: null, authority: null },
    ];
    const { similar: shown } = domainView(toDetail('harbour.example', { similar }), service);
    expect(shown.map(({ name, domain, authority }) => [name, domain, authority])).toEqual([
      ['Mooring', 'mooring.example', 61],
      [null, 'quay.example', 33],
      [null, 'pier.example', null],
    ]);
  });
});

describe('the page of a domain', () => {
  const visited = { facts: { last_checked: AT }, findings: [] };

  it('reports no problems for a file without findings, and nothing about an unreadable file', () => {
    const toHealth = (changes: object) => domainView(toDetail('a.example', { ...visited, ...changes }), service).health;
    expect(toHealth({})?.[0]).toBe('No problems found');
    expect(toHealth({ preview: null })).toBeNull();
  });

  it('shows the first sections of a file without a summary', () => {
    const section_names = ['Guides', 'SDKs'];
    const silent = { summary: null, description: null };
    const view = domainView(toDetail('a.example', { facts: silent, section_names }), service);
    expect(view.contents).toBe('Guides · SDKs');
    expect(view.description).toMatch(/^Guides · SDKs /);
    expect(domainView(toDetail('a.example', visited), service).contents).toBeNull();
  });

  it('counts the last valid version after the site serves no file, and labels it', () => {
    const facts = { ...visited.facts, status: 'invalid', tier: 'unlisted', sections: null, links: null } as const;
    const view = domainView(toDetail('a.example', { ...visited, facts }), service);
    expect(view.outline?.size).not.toMatch(/^0|· 0 links/);
    expect(view.outlineHeading).toBe('What the last valid llms.txt offered');
    expect(renderDomainMarkdown(view, service.baseUrl)).toContain('## What the last valid llms.txt offered');
  });

  it('names the part of a large file that the filter searches', () => {
    const toScope = (links: number) => domainView(toDetail('a.example', { facts: { links } }), service).linksScope;
    expect([toScope(1_000), toScope(1_001)]).toEqual(['in the whole file', 'in the first 1,000 links']);
  });

  it('promises no score, findings or badge for a site that is kept out unread', () => {
    const components = { reach: null, trust: null, quality: null, freshness: null };
    const facts = { ...visited.facts, status: 'pending', tier: 'rejected', authority: null } as const;
    const unread = toDetail('a.example', { ...visited, facts, rejection: 'opt-out', components, preview: null });
    const view = domainView(unread, service);
    expect(view.authority.note).toBe('No score, because the site is kept out of the directory.');
    expect(view.findings[0]?.empty).toBe('No visit has read the file.');
    const parked = toDetail('a.example', { ...visited, facts: { ...visited.facts, tier: 'rejected' } });
    expect(domainView(parked, service).badge).toBeNull();
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
  const toOutline = (counts: readonly number[], all: number, truncated = false) =>
    domainView(
      toDetail('a.example', {
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
    const outline = toOutline([25, 20, 5], 50);
    expect(outline?.sections.map(({ count }) => count)).toEqual(['25', '5 of 20']);
    expect(outline?.scope).toBe('First 30 of 50 links, 2 of 3 headings.');
  });

  it('has no scope for a full file, and mentions links outside of sections', () => {
    expect(toOutline([2, 3, 4], 9)?.scope).toBeNull();
    expect(toOutline([2, 3, 4], 10)?.scope).toBe('1 link of the file is outside of sections.');
  });

  it('does not call the links of a preview all links', () => {
    const outline = toOutline([20], 492, true);
    expect(outline?.sections.map(({ count }) => count)).toEqual(['20 or more']);
    expect(outline?.scope).toBe('First 20 of 492 links.');
  });
});
