import { beforeAll, describe, expect, it } from 'vitest';
import { type Finding, lint, QUALITY_VERSION } from '#llmstxt';
import { formatRehearsal } from '../../../src/jobs/rehearsal/format-rehearsal.ts';
import { type Rehearsal, rehearse } from '../../../src/jobs/rehearsal/rehearse.ts';
import { rejudge } from '../../../src/jobs/rehearsal/rejudge.ts';
import type { StoredVisit, UnjudgedSites } from '../../../src/store/rehearsal.ts';
import { countBroken } from '../../../src/store/stored-file.ts';
import { aFinding } from '../../directory/a-site.ts';

const TEXT =
  '# Bakery\n\n> Bread of the village.\n\n## Shop\n\n- [Bread](https://a.example/bread): what we bake on which day\n';
const URL_OF_FILE = 'https://a.example/llms.txt';

/** Creates a stored visit of the current code. `over` replaces members. */
function stored(changes: Partial<StoredVisit> = {}, text = TEXT): StoredVisit {
  const { quality, assessment, findings } = lint({ body: text, url: URL_OF_FILE });
  return {
    domain: 'a.example',
    tier: 'listed',
    authority: 100,
    verified: false,
    rejection: null,
    ruling: null,
    score_version: 2,
    components: { reach: 100, trust: 100, quality, freshness: 100 },
    evidence: null,
    broken: countBroken(findings),
    seen: toSeen([], assessment?.links, assessment?.version),
    bytes: null,
    hash: 'h',
    text,
    ...changes,
  };
}

function toSeen(
  findings: readonly Finding[] = [],
  links = { checked: 0, dead: 0, redirecting: 0 },
  quality_version: number | null = null,
): StoredVisit['seen'] {
  const copied = findings.map((finding) => ({ ...finding, edits: [...finding.edits] }));
  return { url: URL_OF_FILE, is_borrowed: false, links, quality_version, findings: copied };
}

function readSource(visits: readonly StoredVisit[], size = 7, unjudged: readonly UnjudgedSites[] = []) {
  const sorted = visits.toSorted((a, b) => (a.domain < b.domain ? -1 : 1));
  return {
    listStoredVisits: async (after: string | null) =>
      sorted.filter(({ domain }) => after === null || domain > after).slice(0, size),
    countUnjudgedSites: async () => unjudged,
  };
}

const FINDING = aFinding('no-describedby', 'info', { source: 'convention' });

describe('repeated judgment of a stored visit', () => {
  it('reproduces the stored result with the same code', () => {
    const { rules, reproduced, before, after } = rejudge(stored());
    expect({ rules, reproduced, status: after.status }).toEqual({
      rules: [],
      reproduced: before.quality,
      status: 'valid',
    });
  });

  it('reproduces qualities of version 1 from their findings', () => {
    const findings = [FINDING, { ...FINDING, id: 'no-notes', severity: 'warning' as const }];
    const old = stored({
      score_version: 1,
      seen: toSeen(),
      broken: countBroken(findings),
      components: { reach: 1, trust: 1, quality: 95, freshness: 1 },
    });
    expect(rejudge(old)).toMatchObject({ version: 1, reproduced: 95 });
    expect(rejudge({ ...old, score_version: 99 })).toMatchObject({ version: 99, reproduced: null });
  });

  it('keeps findings about unstored facts, and counts tested links', () => {
    const dead: Finding = { ...FINDING, id: 'dead-link', severity: 'warning' };
    const links = { checked: 4, dead: 1, redirecting: 0 };
    const { assessment, quality } = lint({ body: TEXT, url: URL_OF_FILE, linksTried: links, earlierFindings: [dead] });
    const visit = stored({
      broken: { ...stored().broken, 'dead-link warning failed': 1 },
      seen: toSeen([dead], links, assessment?.version),
      components: { reach: 1, trust: 1, quality, freshness: 1 },
    });
    expect(rejudge(visit)).toMatchObject({ rules: [], reproduced: quality, after: { quality } });
  });

  it('names the rule that changed a valid site, with its line', () => {
    const { after, rules } = rejudge({ ...stored(), text: '> This domain is for sale.\n' });
    expect(after).toMatchObject({ status: 'invalid', tier: 'rejected', quality: 0 });
    expect(rules).toContainEqual(expect.objectContaining({ id: 'parked-page', by: 1, line: 1 }));
  });

  it('gives a borrowed file no quality', () => {
    const visit = stored({ components: { reach: 1, trust: 1, quality: 0, freshness: 1 } });
    const borrowed = { ...visit, seen: visit.seen && { ...visit.seen, is_borrowed: true } };
    expect(rejudge(borrowed)).toMatchObject({ reproduced: 0, after: { status: 'valid', quality: 0 } });
    const ofVersion1 = {
      ...borrowed,
      score_version: 1,
      seen: borrowed.seen && { ...borrowed.seen, quality_version: null },
    };
    expect(rejudge(ofVersion1)).toMatchObject({ version: 1, reproduced: 0 });
  });

  it('keeps a site rejected by its parked homepage', () => {
    const { after, standing } = rejudge(stored({ tier: 'rejected', rejection: 'parked' }));
    expect({ tier: after.tier, standing }).toEqual({ tier: 'rejected', standing: 'homepage' });
  });

  it('keeps the decision of an operator', () => {
    expect(rejudge(stored({ ruling: 'block-list', rejection: 'block-list' })).after.tier).toBe('rejected');
  });
});

describe('a rehearsal', () => {
  const visits = Array.from({ length: 60 }, (_, index) => ({
    ...stored({}, index % 10 === 0 ? `# Site ${index}\n` : TEXT),
    domain: `site${String(index).padStart(2, '0')}.example`,
    ...(index % 15 === 3 && { text: '# <b>This domain is for sale</b>\n\n> This domain is for sale.\n' }),
  }));

  const opted = { ...stored({ rejection: 'opt-out' }), domain: 'opted.example' };
  const blocked = { ...stored({ ruling: 'block-list', rejection: 'block-list' }), domain: 'blocked.example' };
  const unjudged: UnjudgedSites[] = [
    { status: 'invalid', by_homepage: true, sites: 12 },
    { status: 'invalid', by_homepage: false, sites: 345 },
    { status: 'unreachable', by_homepage: true, sites: 3 },
  ];
  const all = [...visits, opted, blocked];

  // Rehearse once, because each rehearsal simulates the farms.
  let first: Rehearsal;
  beforeAll(async () => {
    first = await rehearse(readSource(all, 7, unjudged));
  });

  it('yields equal bytes for any batch size, and counts every visit once', async () => {
    expect(JSON.stringify(await rehearse(readSource(all, all.length, unjudged)))).toBe(JSON.stringify(first));
    expect(first.judged).toBe(62);
    expect(Object.values(first.qualityChanges).reduce((sum, count) => sum + count, 0)).toBe(62);
    expect(first.flips.map(({ domain }) => domain).filter((domain) => /(?:03|18|33|48)\./.test(domain))).toHaveLength(
      4,
    );
    expect(first.rules.find(({ id }) => id === 'parked-page')).toMatchObject({ more: 4, statusFlips: 4, tierFlips: 4 });
    expect(first.qualityVersion).toBe(QUALITY_VERSION);
  });

  it('renders as text', () => {
    expect(formatRehearsal(first)).toContain('62 stored visits judged');
    expect(formatRehearsal(first)).toContain('parked-page');
  });

  it('counts the sites with a reused verdict, by reason', () => {
    expect(first.takenOver.filter(({ sites }) => sites > 0)).toMatchObject([
      { id: 'decided', sites: 1 },
      { id: 'opted-out', sites: 1 },
      { id: 'homepage', sites: 15 },
      { id: 'invalid', sites: 345 },
    ]);
    const text = formatRehearsal(first);
    expect(text).toMatch(/parked by the homepage +15 +Homepages are not stored\./);
  });

  it('fails if the store fails', async () => {
    const listStoredVisits = () => Promise.reject(new Error('away'));
    await expect(rehearse({ ...readSource([]), listStoredVisits })).rejects.toThrow('away');
  });
});
