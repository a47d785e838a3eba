import { describe, expect, it } from 'vitest';
import { EMPTY_DIRECTORY } from '../../../src/site/content/lists.ts';
import { renderStatsMarkdown, statsView } from '../../../src/site/content/views/stats/stats-view.ts';

const { stats, survey } = EMPTY_DIRECTORY;

describe('statistics', () => {
  const toView = (rejected: number) => {
    const statuses = { ...survey.statuses, valid: 3, pending: 1 };
    return statsView(
      { ...stats, domains_tracked: 5, valid_llms_txt: 3 },
      { ...survey, statuses, tiers: { ...survey.tiers, rejected }, files: 4, rules: [{ id: 'no-title', sites: 1 }] },
    );
  };

  it.each([
    [0, 'The crawler tracks 5 domains: 3 with a valid file.'],
    [1, 'The crawler tracks 5 domains: 3 with a valid file, 1 rejected.'],
  ])('counts domains, with %i rejected', (rejected, lede) => expect(toView(rejected).lede).toBe(lede));

  it('counts blocked sites as pending, and the sites with a broken rule', () => {
    const { tables, rules } = toView(0);
    expect(tables[0]?.rows.find(({ label }) => label === 'Pending')?.meaning).toBe('Not yet checked, or blocked.');
    expect(rules).toMatchObject({ unit: 'Sites', note: 'Shares of 4 sites that we could judge.' });
  });
});

describe('statistics of an empty directory', () => {
  const view = statsView(stats, survey);

  it('announces its parts instead of zeros', () => {
    expect(view.lede).toMatch(/^After the first crawl, this page shows /);
    expect(view.empty).toBe('No domain is tracked yet.');
    expect(renderStatsMarkdown(view, 'https://dir.example')).not.toMatch(/\b0\b/);
  });

  it('shows no table of sizes and rules before the first file', () => {
    const { tables, rules } = statsView({ ...stats, domains_tracked: 3 }, survey);
    const empty = 'No file has been read yet.';
    expect([tables[2], rules]).toMatchObject([{ rows: [], empty }, { empty }]);
  });
});
