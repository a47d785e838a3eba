import { describe, expect, it } from 'vitest';
import { addView, type SiteToAdd } from '../../../src/site/content/views/add/add-view.ts';
import { finding } from '../domain-fixture.ts';

const preview = {
  title: 'A',
  summary: null,
  details: null,
  sections: [{ title: 'Docs', links: Array.from({ length: 41 }, () => ({ title: 'a', url: '/a', notes: null })) }],
  bytes: 10,
  tokens: 3,
  truncated: false,
};

const look = (check: Partial<NonNullable<SiteToAdd['check']>>) =>
  addView({
    domain: 'a.example',
    site: null,
    check: { status: 'invalid', rejection: null, checks: [], preview: null, ...check },
  });
const failed = (id: string, severity: 'error' | 'info' = 'error') => finding({ id, severity });

const AT = '2026-11-22T10:00:00.000Z';
const known = (
  facts: Partial<NonNullable<SiteToAdd['site']>['facts']>,
  failure: NonNullable<SiteToAdd['site']>['failure'] = null,
) => {
  const listed = { status: 'pending', links: 1, verified: false, tier: 'listed', last_checked: AT } as const;
  return addView({ domain: 'a.example', site: { facts: { ...listed, ...facts }, failure }, check: null });
};

const GENERATE = { label: 'Generate one', path: '/generate?domain=a.example' };

describe('check of a site to add', () => {
  it('offers to add a valid file first', () => {
    const view = look({ status: 'valid', preview });
    expect(view).toMatchObject({ found: 'Found: valid, 41 links.', button: 'Add it', isReady: true, steps: [] });
  });

  const redirects = 'The URL redirects too many times.';
  it.each<[what: string, check: Parameters<typeof look>[0], view: object]>([
    [
      'a missing file',
      { checks: [failed('not-found')] },
      { found: 'No file at /llms.txt.', steps: [GENERATE], isReady: false },
    ],
    [
      'a web page in place of the file',
      { checks: [failed('html-body')] },
      { found: 'No file at /llms.txt: the server returns a web page.', steps: [GENERATE] },
    ],
    [
      'an invalid file',
      { checks: [failed('no-title'), failed('empty-link')], preview },
      { found: 'Found: not valid, 2 errors.', steps: [{ path: '/check?domain=a.example' }] },
    ],
    ['a name without an address', { status: 'unreachable', checks: [failed('dns-fault')] }, { button: null }],
    [
      'a site that blocks our requests',
      { status: 'unreachable', checks: [failed('blocked', 'info')] },
      { mark: { label: 'Blocked' }, found: 'The site blocks our crawler.' },
    ],
    [
      'an unreadable site',
      { status: 'unreachable', checks: [finding({ id: 'server-error', severity: 'error', message: redirects })] },
      { found: `The site cannot be read. ${redirects}` },
    ],
  ])('leads on from %s', (_, check, view) => {
    const { steps, ...shown } = look(check);
    expect({ ...shown, steps: steps.slice(0, 1) }).toMatchObject(view);
  });

  it('names the cause and the remedy for a listed site that refused the last visit', () => {
    const view = known({}, { kind: 'blocked', reason: 'robots' });
    expect(view.mark).toMatchObject({ look: 'status blocked', label: 'Blocked' });
    expect(view.found).toBe('In the directory: robots.txt keeps our crawler out.');
    expect(view.steps.map(({ label }) => label)).toContain('See how to let us in');
  });

  it.each<[facts: Parameters<typeof known>[0], found: string, steps: unknown]>([
    [{ last_checked: null }, 'waiting for its first visit.', expect.not.arrayContaining(['See what is wrong'])],
    [{}, 'not read yet.', expect.any(Array)],
    [{ status: 'valid', tier: 'rejected' }, 'kept out of lists and search.', ['Open its page']],
    [{ status: 'valid' }, 'valid, 1 link.', ['Open its page', 'Claim it']],
  ])('leads on from a site in the directory with %j', (facts, found, steps) => {
    const view = known(facts);
    expect([view.found, view.steps.map(({ label }) => label)]).toEqual([`In the directory: ${found}`, steps]);
  });
});
