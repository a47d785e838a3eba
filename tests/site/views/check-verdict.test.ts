import { describe, expect, it } from 'vitest';
import { toCheck } from '../../../src/operations/check/check-result.ts';
import { addView } from '../../../src/site/content/views/add/add-view.ts';
import { renderCheckText } from '../../../src/site/content/views/check/check-text.ts';
import { checkVerdict } from '../../../src/site/content/views/check/check-verdict.ts';
import { checkView } from '../../../src/site/content/views/check/check-view.ts';
import { keptFindings } from '../../../src/site/content/views/check/report-view.ts';
import { phraseText } from '../../../src/site/content/views/phrase.ts';
import { withoutQuotedFixes } from '../../../src/site/content/views/quality/without-quotes.ts';
import { GOOD_FILE, observed } from '../../functions/http/an-observation.ts';
import { finding } from '../domain-fixture.ts';

const BASE_URL = 'https://dir.example';

const toView = (
  answer: Parameters<typeof observed>[1],
  text: string | null = null,
  entry: Parameters<typeof checkView>[0]['entry'] = null,
) => checkView({ check: toCheck(observed('a.example', answer)), entry, text, isWhole: true });
const listSteps = (view: ReturnType<typeof checkView>) => view.verdict.steps.map(phraseText);
const listLabels = (view: ReturnType<typeof checkView>) => view.links.map(({ label }) => label);

describe('the verdict of a check', () => {
  it('praises a clean file, and offers claim and badge', () => {
    const view = toView({ status: 200, body: GOOD_FILE }, GOOD_FILE, { verified: false });
    const verdict = (quality: number) =>
      checkVerdict(
        {
          domain: 'a.example',
          status: 'valid',
          rejection: null,
          quality,
          findings: { counts: [], rules: [] },
          details: view.report.quality,
          qualityPath: '#q',
        },
        () => '',
      );
    expect(verdict(90).sentence).toBe('Clean: nothing to fix.');
    expect(verdict(46).sentence).toBe('No errors or warnings. An agent finds some pages and has to guess the others.');
    expect(verdict(46).steps.map(phraseText)[0]).toMatch(/^Improve its [a-z]+: [A-Z]/);
    expect(listLabels(view)).toEqual(['Claim the site', 'Get the badge', 'View directory page']);
    const good = { status: 200, body: GOOD_FILE };
    expect(listLabels(toView(good, GOOD_FILE, { verified: true }))).toEqual(['Get the badge', 'View directory page']);
    expect(listLabels(toView(good, GOOD_FILE, null))).toEqual(['Claim the site', 'Get the badge']);
  });

  it('states that lists omit a parked site with a valid file, and offers neither claim nor badge', () => {
    const check = toCheck({ ...observed('a.example', { status: 200, body: GOOD_FILE }), parkedHomepage: true });
    const view = checkView({ check, entry: null, text: GOOD_FILE, isWhole: true });
    expect(view.verdict).toMatchObject({
      words: 'Kept out',
      sentence: 'The domain is parked, so lists and search leave it out.',
    });
    expect([view.isValid, listLabels(view)]).toEqual([false, []]);
    expect(renderCheckText({ ...check, page: 1, pages: 1 }, BASE_URL)).toContain('The domain is parked');
    expect(addView({ domain: 'a.example', site: null, check })).toMatchObject({ button: null });
  });

  it('states that a file of another site has no quality, and advises only to serve a separate file', () => {
    const check = toCheck(observed('a.example', { status: 200, body: GOOD_FILE }, 'https://b.example/llms.txt'));
    const view = checkView({ check, entry: null, text: GOOD_FILE, isWhole: true });
    expect(check).toMatchObject({ status: 'valid', quality: 0 });
    expect(view.verdict.sentence).toMatch(/^A redirect leads to a file on another domain/);
    expect(listSteps(view)).toEqual(['Fix: Served from another URL']);
    expect(view.report.quality?.advice).toEqual([]);
  });

  it('links a web page in place of the file to a draft, without an editor', () => {
    const page = '<!doctype html><html><head><title>A</title></head><body></body></html>';
    const view = toView({ status: 200, body: page }, page);
    expect(listSteps(view)).toEqual([expect.stringMatching(/^Generate a file/)]);
    expect(view.report.ownFile).toBeNull();
    expect(view.verdict.sentence).toBe('An agent cannot use the file of a.example: the server returns a web page.');
  });

  it('offers no badge to a name that does not resolve', () => {
    const view = toView({ failure: 'dns' });
    expect([view.verdict.words, view.mark.label]).toEqual(['Unreachable', 'Unreachable']);
    expect(listSteps(view)[0]).toMatch(/A and AAAA records/);
    expect(listLabels(view)).toEqual([]);
    expect(view.isValid).toBe(false);
    const { rules } = withoutQuotedFixes(view.report.findings, view.verdict);
    expect(rules.flatMap(({ places }) => places.map(({ fix }) => fix))).toEqual([null]);
  });

  it.each([
    ['too-many-redirects', 'The URL redirects too many times'],
    ['reset', 'The server closed the connection'],
  ] as const)('names the failure %s, not only its rule', (failure, message) => {
    expect(toView({ failure }).verdict.sentence).toContain(`The site could not be read. ${message}`);
  });

  it.each([
    [403, /^Allow the user agent llms-txt-directory to read \/llms\.txt/],
    [429, /^Raise the rate limit for the user agent llms-txt-directory/],
  ])('names our user agent and the remedy for status %i', (status, cure) => {
    const view = toView({ status, body: '' });
    expect(view.verdict.words).toBe('Blocked');
    expect(view).toMatchObject({ mark: { label: 'Blocked', look: 'status blocked' }, readVerb: 'Tried' });
    expect(listSteps(view)[0]).toMatch(cure);
  });

  it('names our user agent instead of a quality in the answer of a tool', () => {
    const check = toCheck(observed('a.example', { status: 403, body: '' }));
    const text = renderCheckText({ ...check, page: 1, pages: 1 }, BASE_URL);
    expect(text).toMatch(
      /^Blocked: The server blocks our crawler, so the file is unread\.\nNext: Allow the user agent `/,
    );
    expect(text).toContain(`](${BASE_URL}/docs/crawler)`);
    expect(text).not.toMatch(/quality|is unreachable/);
  });

  it('advises the same in the rule and in the verdict for status 429', () => {
    const fixes = toView({ status: 429, body: '' }).report.findings.rules.flatMap(({ places }) => places);
    expect(fixes.map(({ fix }) => fix)).toEqual(['Raise the rate limit for the user agent of this directory.']);
  });
});

describe('list of remaining findings after an edit', () => {
  it('includes warnings and errors that the text does not show', () => {
    const dead = finding({ id: 'dead-link', title: 'Broken link', severity: 'error' });
    const found = [dead, dead, finding({ id: 'no-title', severity: 'error' }), finding({ id: 'no-describedby' })];
    expect(keptFindings(found, new Set(['no-title']))).toEqual([{ title: 'Broken link', isError: true, count: 2 }]);
  });
});
