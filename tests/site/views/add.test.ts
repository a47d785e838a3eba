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

describe('check of a site to add', () => {
  it('offers to add a valid file first', () => {
    const view = look({ status: 'valid', preview });
    expect(view).toMatchObject({ found: 'Found: valid, 41 links.', button: 'Add it', isReady: true, steps: [] });
  });

  it('offers to generate a missing file', () => {
    const view = look({ checks: [failed('not-found')] });
    expect(view.found).toBe('No file at /llms.txt.');
    expect(view.steps[0]).toEqual({ label: 'Generate one', path: '/generate?domain=a.example' });
    expect(view.isReady).toBe(false);
  });

  it('offers a draft in place of a web page', () => {
    const view = look({ checks: [failed('html-body')], preview: null });
    expect(view.found).toBe('No file at /llms.txt: the server returns a web page.');
    expect(view.steps[0]).toEqual({ label: 'Generate one', path: '/generate?domain=a.example' });
  });

  it('leads to the report of an invalid file', () => {
    const view = look({ checks: [failed('no-title'), failed('empty-link')], preview });
    expect(view.found).toBe('Found: not valid, 2 errors.');
    expect(view.steps[0]?.path).toBe('/check?domain=a.example');
  });

  it('does not offer to add a name without an address', () => {
    const view = look({ status: 'unreachable', checks: [failed('dns-fault')] });
    expect(view.button).toBeNull();
  });

  it('reports that the site blocks our requests', () => {
    const view = look({ status: 'unreachable', checks: [failed('blocked', 'info')] });
    expect([view.mark.label, view.found]).toEqual(['Blocked', 'The site blocks our crawler.']);
  });

  it('explains why a site cannot be read', () => {
    const message = 'The URL redirects too many times.';
    const view = look({ status: 'unreachable', checks: [finding({ id: 'server-error', severity: 'error', message })] });
    expect(view.found).toBe(`The site cannot be read. ${message}`);
  });

  it('names the cause and the cure of a listed site that refused the last visit', () => {
    const view = known({}, { kind: 'blocked', reason: 'robots' });
    expect(view.mark).toMatchObject({ look: 'status blocked', label: 'Blocked' });
    expect(view.found).toBe('In the directory: robots.txt keeps our crawler out.');
    expect(view.steps.map(({ label }) => label)).toContain('See how to let us in');
  });

  it('waits only for a first visit', () => {
    expect(known({ last_checked: null }).found).toBe('In the directory: waiting for its first visit.');
    expect(known({ last_checked: null }).steps.map(({ label }) => label)).not.toContain('See what is wrong');
    expect(known({}).found).toBe('In the directory: not read yet.');
  });

  it('says that lists leave out a valid site that is rejected', () => {
    const view = known({ status: 'valid', tier: 'rejected' });
    expect(view.found).toBe('In the directory: kept out of lists and search.');
    expect(view.steps.map(({ label }) => label)).toEqual(['Open its page']);
  });

  it('leads from a listed site to its page and its claim', () => {
    const view = known({ status: 'valid' });
    expect(view.found).toBe('In the directory: valid, 1 link.');
    expect(view.steps.map(({ label }) => label)).toEqual(['Open its page', 'Claim it']);
  });
});
