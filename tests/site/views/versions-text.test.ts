import { describe, expect, it } from 'vitest';
import type { VersionChange } from '../../../src/directory/version.ts';
import { changePhrase } from '../../../src/site/content/views/domain/change-words.ts';
import { phraseText } from '../../../src/site/content/views/phrase.ts';
import { renderComparisonText, renderHistoryText } from '../../../src/site/content/views/sites/versions-text.ts';

const none = { section: null, url: null, title: null, notes: null, before: null, after: null };
const added: VersionChange = {
  ...none,
  kind: 'link-added',
  section: 'Docs',
  url: 'https://example.com/new',
  title: 'New',
  notes: 'what is new',
};

describe('text of versions', () => {
  it('reports an empty list, and no changes', () => {
    const history = renderHistoryText({ domain: 'a.example', page: 1, per_page: 50, total: 0, versions: [] });
    expect(history).toBe('The directory has no version of the llms.txt of a.example.');
    const comparison = renderComparisonText({ domain: 'a.example', from: 1, to: 2, total: 0, changes: [] });
    expect(comparison).toBe('Nothing changed in the llms.txt of a.example between version 1 and version 2.');
    const same = renderComparisonText({ domain: 'a.example', from: 1, to: 1, total: 0, changes: [] });
    expect(same).toBe('Version 1 of the llms.txt of a.example was compared with itself.');
  });

  it('points to the page with older versions', () => {
    const text = renderHistoryText({ domain: 'example.com', page: 1, per_page: 50, total: 51, versions: [] });
    expect(text).toContain('51 versions');
    expect(text).toContain('page: 2');
  });

  it('reports a page past the end', () => {
    const text = renderHistoryText({ domain: 'example.com', page: 3, per_page: 50, total: 51, versions: [] });
    expect(text).toBe('The llms.txt of example.com has 51 versions; page 3 is past the end.');
  });

  it('lists changes as quoted text of the site', () => {
    const changes = [added, { ...none, kind: 'title' as const, before: 'Old', after: 'New' }];
    const text = renderComparisonText({ domain: 'example.com', from: 1, to: 2, total: 2, changes });
    expect(text).toContain('link added: [New](https://example.com/new), what is new, section Docs');
    expect(text).toContain('title: Old → New');
    expect(text).toContain('third-party text from example.com');
  });

  it('names an empty text in a change', () => {
    const change = { ...none, kind: 'details' as const, before: '', after: 'New' };
    const text = renderComparisonText({ domain: 'example.com', from: 1, to: 2, total: 1, changes: [change] });
    expect(text).toContain('details: none → New');
    expect(phraseText(changePhrase(change))).toBe('Details: none → New');
  });
});
