import { describe, expect, it } from 'vitest';
import { badgeFactsOf } from '../../../src/site/content/badge.ts';
import { checkView } from '../../../src/site/content/views/check/check-view.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { phraseText } from '../../../src/site/content/views/phrase.ts';
import { detailOf, finding } from '../domain-fixture.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };
const AT = '2026-11-22T10:00:00.000Z';

const labelOnPage = (status: 'pending' | 'unreachable' | 'valid', kind: 'blocked' | 'network') => {
  const failure = { kind, count: 1, since: AT, last_at: AT, reason: kind === 'blocked' ? 'http-403' : 'timeout' };
  return domainView(detailOf('a.example', { facts: { status, last_checked: AT }, failure }), service).marks[0]?.label;
};

const checkWith = (rule: string) =>
  checkView({
    check: {
      domain: 'a.example',
      url: 'https://a.example/llms.txt',
      final_url: 'https://a.example/llms.txt',
      fetched_at: AT,
      status: 'unreachable',
      rejection: null,
      quality: 0,
      quality_details: null,
      generator: null,
      checks: [finding({ id: rule, severity: 'error' })],
      preview: null,
      agents: null,
      readers: [],
    },
    entry: null,
    text: null,
    isWhole: false,
  });
const labelOfCheck = (rule: string) => checkWith(rule).mark.label;

describe('a pending site', () => {
  const meaningOnPage = (last_checked: string | null) =>
    domainView(detailOf('a.example', { facts: { status: 'pending', last_checked } }), service).marks[0]?.meaning;

  it('does not appear unchecked after a visit', () => {
    expect(meaningOnPage(null)).toBe('Not yet checked.');
    expect(meaningOnPage(AT)).toBe('We have not been able to read the file yet.');
  });
});

describe('a site that blocks visits', () => {
  it('gets the label Blocked on its page and in a check', () => {
    expect(labelOnPage('pending', 'blocked')).toBe('Blocked');
    expect(labelOnPage('unreachable', 'blocked')).toBe('Blocked');
    expect(labelOfCheck('blocked')).toBe('Blocked');
  });

  it('differs from an unreachable site and from a valid site', () => {
    expect(labelOnPage('unreachable', 'network')).toBe('Unreachable');
    expect(labelOnPage('valid', 'blocked')).toBe('Valid');
    expect(labelOfCheck('no-answer')).toBe('Unreachable');
  });

  it('has one color on its page and in a check', () => {
    const failure = { kind: 'blocked', count: 1, since: AT, last_at: AT, reason: 'blocked' } as const;
    for (const status of ['pending', 'unreachable'] as const) {
      const detail = detailOf('a.example', { facts: { status, last_checked: AT }, failure });
      expect(domainView(detail, service).marks[0]?.look).toBe('status blocked');
      // The states of a badge are those of the record.
      expect(badgeFactsOf(detail).state).toBe(status);
    }
    expect(checkWith('blocked').mark.look).toBe('status blocked');
  });

  it('gets one sentence and one cure if robots.txt keeps us out', () => {
    const failure = { kind: 'blocked', count: 1, since: AT, last_at: AT, reason: 'robots' } as const;
    const view = domainView(
      detailOf('a.example', { facts: { status: 'pending', last_checked: AT }, failure, findings: [] }),
      service,
    );
    expect(view.verdict).toMatchObject({
      words: 'Blocked',
      sentence: 'Robots.txt keeps our crawler out, so the file is unread.',
    });
    expect(view.verdict.steps.map(phraseText)[0]).toMatch(/in robots\.txt\.$/);
    expect(view.warnings).toEqual([]);
  });

  it('gets the label Tried, not Read', () => {
    expect(checkWith('blocked').readVerb).toBe('Tried');
  });
});
