import { describe, expect, it } from 'vitest';
import { summarizeChanges } from '../../../src/directory/describe-change.ts';
import type { Version } from '../../../src/directory/version.ts';
import { renderDomainAtom, renderDomainJsonFeed } from '../../../src/site/content/feeds/domain-feed.ts';
import { renderDomainMarkdown } from '../../../src/site/content/views/domain/domain-markdown.ts';
import { domainView } from '../../../src/site/content/views/domain/domain-view.ts';
import { toDetail } from '../domain-fixture.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };
const DAY = 86_400_000;

/** Creates version number `version` of a file that gains a link per version. */
function toVersion(version: number): Version {
  const links = (count: number) =>
    Array.from({ length: count }, (_, at) => `- [Guide ${at}](https://a.example/${at}): About ${at}\n`).join('');
  const text = (count: number) => `# A\n\n## Docs\n\n${links(count)}`;
  const at = new Date(Date.UTC(2026, 0, 1) + version * DAY).toISOString();
  return {
    version,
    hash: 'a'.repeat(64),
    first_seen: at,
    last_seen: at,
    bytes: 1_200,
    tokens: 300,
    title: 'A',
    sections: 1,
    links: version,
    status: 'valid',
    quality: 70,
    has_text: true,
    changes: version === 1 ? null : summarizeChanges(text(version - 1), text(version)),
  };
}
const versions = (count: number) => Array.from({ length: count }, (_, at) => toVersion(count - at));

describe('list of versions on the page of a domain', () => {
  it('shows versions with their changes, latest first', () => {
    const view = domainView(toDetail('a.example', { versions: versions(2) }), service).versions;
    expect(view?.items[0]).toMatchObject({ heading: 'Version 2', facts: '1 section, 2 links, 1.2 kB' });
    expect(view?.items[0]?.summary).toBe('1 link added');
    expect(view?.items[0]?.links.map(({ path }) => path)).toEqual([
      '/v1/domain/a.example/versions/2',
      '/v1/domain/a.example/diff?from=1&to=2',
    ]);
    expect(view?.items[1]).toMatchObject({ heading: 'Version 1', summary: null, changes: [] });
    expect(view?.items[1]?.links.map(({ words }) => words)).toEqual(['Text']);
  });

  it('links to a comparison if both texts are stored, with or without known changes', () => {
    const listLinks = (latest: Partial<Version>, first: Partial<Version>) => {
      const two = [
        { ...toVersion(2), ...latest },
        { ...toVersion(1), ...first },
      ];
      const { items } = domainView(toDetail('a.example', { versions: two }), service).versions ?? { items: [] };
      return items[0]?.links.map(({ words }) => words);
    };
    expect(listLinks({ changes: null }, {})).toEqual(['Text', 'All changes']);
    expect(listLinks({}, { has_text: false })).toEqual(['Text']);
    expect(listLinks({ has_text: false }, {})).toEqual([]);
  });

  it('appears in Markdown with escaped site text', () => {
    const changes = summarizeChanges('# A\n', '# A\n\n## `<b>`\n');
    const detail = toDetail('a.example', { versions: [{ ...toVersion(2), changes }, toVersion(1)] });
    const text = renderDomainMarkdown(domainView(detail, service), service.baseUrl);
    expect(text).toContain('## Versions of the file\n\n2 versions, the latest first.\n\n- Version 2, 3 Jan 2026:');
    expect(text).toContain('  - Section added: \\<b\\>');
  });

  it('names changes of the latest ten versions, and counts the others', () => {
    const items = domainView(toDetail('a.example', { versions: versions(50) }), service).versions?.items ?? [];
    expect(items).toHaveLength(50);
    expect(items.map(({ changes }) => changes.length > 0).lastIndexOf(true)).toBe(9);
    expect(items[48]?.summary).toBe('1 link added');
  });
});

const SCORES = { authority: 50, score_version: 2, reach: 1, trust: 1, quality: 1, freshness: 1 };

describe('feed of a domain', () => {
  const detail = toDetail('a.example', {
    versions: versions(2),
    facts: { verified: true, verified_at: '2026-02-01T00:00:00.000Z' },
    history: [
      { status: 'valid', at: '2026-03-01T00:00:00.000Z' },
      { status: 'unreachable', at: '2026-03-05T00:00:00.000Z' },
      { status: 'valid', at: '2026-03-06T00:00:00.000Z' },
    ].map((point) => ({ ...point, ...SCORES })),
    proof_missing_since: '2026-04-01T00:00:00.000Z',
  });
  const titles = [
    'The proof of ownership is missing',
    'The llms.txt is valid again',
    'The llms.txt is unreachable',
    'The owner has proven control of the domain',
    'Version 2 of the llms.txt',
    'The llms.txt was read for the first time',
  ];

  it('lists versions, status and proof, latest first', () => {
    const feed = JSON.parse(renderDomainJsonFeed(detail, service));
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: 'https://dir.example/domain/a.example',
      feed_url: 'https://dir.example/domain/a.example/feed.json',
    });
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(feed.items[4]).toMatchObject({
      id: 'https://dir.example/domain/a.example#version-2',
      content_text: '1 link added. 1 section, 2 links.\nLink added in Docs: Guide 1',
    });
    expect(new Set(feed.items.map(({ id }: { id: string }) => id)).size).toBe(titles.length);
  });

  it('lists equal entries in Atom', () => {
    const atom = renderDomainAtom(detail, service);
    expect([...atom.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map((found) => found[1])).toEqual(titles);
    expect(atom).toContain('<updated>2026-04-01T00:00:00.000Z</updated>');
  });
});
