import { describe, expect, it } from 'vitest';
import { EMPTY_DIRECTORY } from '../../../src/site/content/lists.ts';
import { renderStatsMarkdown } from '../../../src/site/content/views/stats/stats-markdown.ts';
import { statsView } from '../../../src/site/content/views/stats/stats-view.ts';

const { stats, survey } = EMPTY_DIRECTORY;

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
