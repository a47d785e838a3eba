import { describe, expect, it } from 'vitest';
import { claimPageView } from '../../../src/site/content/views/claim/claim-page-view.ts';
import { channelStates, messageWords, outcomeWords } from '../../../src/site/content/views/owner/alert-words.ts';
import { fieldErrors } from '../../../src/site/content/views/owner/field-errors.ts';
import { profileChanges, profileText } from '../../../src/site/content/views/owner/profile-changes.ts';
import { standingPhrases } from '../../../src/site/content/views/owner/standing-phrases.ts';
import { renderPhraseMarkdown } from '../../../src/site/content/views/phrase.ts';
import { lookupsChart, lookupsSentence } from '../../../src/site/look/charts/lookups-chart.ts';

const SERVICE = { name: 'Directory', baseUrl: 'https://directory.net' };
const RECORD = {
  description: 'Tides.',
  tags: ['maps', 'sea'],
  contact: null,
  nested_llms_txt: ['https://a.com/b.txt'],
};

describe('the profile', () => {
  const text = profileText(RECORD);

  it('saves nothing if unchanged', () => {
    expect(text).toEqual({
      description: 'Tides.',
      tags: 'maps, sea',
      contact: '',
      nested_llms_txt: 'https://a.com/b.txt',
    });
    expect(profileChanges(RECORD, text)).toEqual({});
  });

  it('sends changed fields, and null for cleared fields', () => {
    expect(profileChanges(RECORD, { ...text, description: '  ', tags: 'sea, tides ,' })).toEqual({
      description: null,
      tags: ['sea', 'tides'],
    });
    expect(profileChanges(RECORD, { ...text, nested_llms_txt: '\n', contact: ' pilot@a.com ' })).toEqual({
      contact: 'pilot@a.com',
      nested_llms_txt: [],
    });
  });

  it('shows each refusal at its field, with the faulty entry', () => {
    const errors = fieldErrors([
      { pointer: '/tags/1', detail: 'must have 1 to 32 characters' },
      { pointer: '/nested_llms_txt/0', detail: 'must be an https URL' },
      { pointer: '/nested_llms_txt/2', detail: 'must be on a.com' },
      { pointer: '/contact', detail: 'must have at most 200 characters' },
    ]);
    expect(Object.fromEntries(errors)).toEqual({
      tags: 'Entry 2 must have 1 to 32 characters.',
      nested_llms_txt: 'Entry 1 must be an https URL. Entry 3 must be on a.com.',
      contact: 'Must have at most 200 characters.',
    });
  });
});

describe('list of alerts', () => {
  it('shows a state for each address', () => {
    const states = (webhook_state: 'active' | 'disabled', email_state: 'unconfirmed' | 'unsubscribed') => {
      const { webhook, email } = channelStates({ webhook_url: 'x', webhook_state, notify_email: 'y', email_state });
      return [webhook?.label, email?.label];
    };
    expect(states('active', 'unconfirmed')).toEqual(['in use', 'waiting for confirmation']);
    expect(states('disabled', 'unsubscribed')).toEqual(['disabled', 'unsubscribed']);
    expect(channelStates({ webhook_url: null, webhook_state: null, notify_email: null, email_state: null })).toEqual({
      webhook: null,
      email: null,
    });
  });

  it('names types and results, and shows an unknown type', () => {
    expect([messageWords('verification.lapsed'), messageWords('llms_txt.moved')]).toEqual([
      'Verification lapsed',
      'llms_txt.moved',
    ]);
    expect(outcomeWords('email', 'unconfirmed')).toMatchObject({ label: 'not sent: the address is not confirmed' });
  });
});

describe('list of problems for an owner', () => {
  it('shows reasons in words and the day on which verification lapses', () => {
    const phrases = standingPhrases('valid', {
      failing_since: '2026-11-20T10:00:00.000Z',
      failing_reason: 'html-body',
      proof_missing_since: '2026-11-20T10:00:00.000Z',
      proof_lapses_at: '2026-11-27T10:00:00.000Z',
    });
    expect(phrases.map((phrase) => renderPhraseMarkdown(phrase, ''))).toEqual([
      'Failing since 20 Nov 2026, 10:00 UTC: [the server returns a web page](/rules/html-body). The status stays until further visits confirm the fault.',
      'The proof of ownership has been missing since 20 Nov 2026, 10:00 UTC. The verification lapses on 27 Nov 2026, 10:00 UTC. Publish it again.',
    ]);
  });
});

it('shows a link within the page as text in Markdown', () => {
  expect(renderPhraseMarkdown([{ path: '#findings', words: '2 findings' }], 'https://dir.example')).toBe('2 findings');
});

describe('chart of lookups', () => {
  const days = (...counts: number[]) => counts.map((count, at) => ({ date: `2026-11-0${at + 1}`, count }));

  it('scales bars to the maximum, between the first and the last day', () => {
    const chart = lookupsChart(days(0, 5, 10));
    expect(chart?.bars.map(({ x, width, height }) => [x, width, height])).toEqual([
      [0, 24, 0],
      [305, 24, 50],
      [610, 24, 100],
    ]);
    expect(chart).toMatchObject({
      from: '1 Nov 2026',
      to: '3 Nov 2026',
      description: '15 lookups in 3 days; at most 10 a day.',
    });
  });

  it.each([
    [[], 'No lookups in the last 30 days.'],
    [[0, 0], 'No lookups in the last 30 days.'],
    [[12], '12 lookups in the last 30 days, only on 1 Nov 2026.'],
    [[0, 1, 0], '1 lookup in the last 30 days, only on 2 Nov 2026.'],
  ])('becomes a sentence for the days %j', (counts, sentence) => {
    expect(lookupsChart(days(...counts))).toBeNull();
    expect(lookupsSentence(days(...counts))).toBe(`${sentence} A chart appears after lookups on two days.`);
  });
});

describe('a claim', () => {
  const facts = {
    llms_txt: 'https://docs.example.com/llms.txt',
    status: 'valid',
    tier: 'listed',
    verified: false,
    last_checked: '2026-11-20T10:00:00.000Z',
  } as const;
  const steps = { token: 'TOKEN', verifyEndpoint: 'https://directory.net/v1/x?claim=abc', isKept: true };
  const view = (change = {}) =>
    claimPageView(
      { domain: 'docs.example.com', site: { facts, failure: null }, steps, attempt: null, ...change },
      SERVICE,
    );

  it('separates host and value of the DNS record, with a short host for providers', () => {
    const dns = view().methods.find(({ method }) => method === 'dns');
    expect(dns?.parts).toEqual([
      { label: 'Host', text: '_svc-verify.docs.example.com', copied: 'the host' },
      { label: 'Value', text: 'svc-verify=TOKEN', copied: 'the value' },
    ]);
    expect(dns?.note).toContain('enter _svc-verify.docs as the host');
  });

  it('opens the recommended method first, and the chosen method after a check', () => {
    const opened = (shown: ReturnType<typeof view>) => shown.methods.filter(({ isOpen }) => isOpen);
    expect(opened(view()).map(({ method, button }) => [method, button])).toEqual([['llms_txt', 'Check the link']]);
    const seen = { method: 'meta', outcome: 'absent', looked_for: 'x', where: 'y', seen: 'no element' } as const;
    const after = view({ attempt: { chosen: 'meta', problem: 'No.', reports: [seen], nextLookS: 10 } });
    expect(opened(after).map(({ method, button, report }) => [method, button, report?.seen])).toEqual([
      ['meta', 'Check the meta element again', 'no element'],
    ]);
  });

  it('explains for a verified domain how to replace a lost key', () => {
    expect(view({ site: { facts: { ...facts, verified: true }, failure: null } }).note).toContain('lost the key');
    expect(view().note).toBeNull();
  });

  it('promises no place in lists to a site that is kept out', () => {
    const kept = view({ site: { facts: { ...facts, tier: 'rejected' }, failure: null } });
    expect(kept.note).toContain('keeps the site out of lists');
    expect(kept.benefits.join()).not.toMatch(/listing|authority|badge|llms\.txt\./);
    expect(view().benefits.join()).toMatch(/listing/);
  });
});
