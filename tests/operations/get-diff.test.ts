import { describe, expect, it } from 'vitest';
import { getHistory } from '../../src/operations/history/get-history.ts';
import { toFacts } from '../functions/http/fake-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { callTool } from '../functions/mcp/call-mcp.ts';
import { aVersionText } from '../store/a-version-text.ts';

const FIRST = '# Tides\n\n## Docs\n\n- [Brest](https://a.example/brest)\n- [Camaret](https://a.example/camaret)\n';
const SECOND =
  '# Tides\n\n## Harbors\n\n- [Brest](https://a.example/brest): times\n- [Camaret](https://a.example/camaret)\n';

const served = serveFake({
  lookup: async (domain) => (domain === 'example.com' ? toFacts(domain) : null),
  listVersions: async () => ({ total: 2, versions: [...getHistory.example.versions] }),
  readVersions: async () =>
    new Map([
      [1, aVersionText(1, FIRST)],
      [2, aVersionText(2, SECOND)],
    ]),
});

describe('the text of a version', () => {
  it('equals the served text, and forbids indexing', async () => {
    const answer = await served.get('/v1/domain/example.com/versions/1');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(await answer.text()).toBe(FIRST);
  });

  it('requires the number of a stored version and an available type', async () => {
    expect((await served.get('/v1/domain/example.com/versions/first')).status).toBe(400);
    expect((await served.get('/v1/domain/example.com/versions/0')).status).toBe(400);
    expect((await served.get('/v1/domain/example.com/versions/3')).status).toBe(404);
    expect((await served.get('/v1/domain/other.com/versions/1')).status).toBe(404);
    const asked = { accept: 'application/json' };
    expect((await served.get('/v1/domain/example.com/versions/1', asked)).status).toBe(406);
  });
});

describe('the difference of two versions', () => {
  it('lists only changes', async () => {
    const answer = await (await served.get('/v1/domain/example.com/diff?from=1&to=2')).json();
    const none = { section: null, url: null, title: null, notes: null };
    expect(answer).toEqual({
      domain: 'example.com',
      from: 1,
      to: 2,
      total: 2,
      changes: [
        { ...none, kind: 'section-renamed', before: 'Docs', after: 'Harbors' },
        {
          ...none,
          kind: 'link-notes',
          section: 'Harbors',
          url: 'https://a.example/brest',
          title: 'Brest',
          before: null,
          after: 'times',
        },
      ],
    });
    const same = await (await served.get('/v1/domain/example.com/diff?from=2&to=2')).json();
    expect(same).toMatchObject({ total: 0, changes: [] });
  });

  it('stays short for a model, even if every link of a long file changed', async () => {
    const toFile = (word: string) =>
      `# Tides\n\n## ${word}\n\n${Array.from({ length: 300 }, (_, i) => `- [Harbor ${i}](https://a.example/${word}/${i}): ${word.repeat(100)}\n`).join('')}`;
    const texts = new Map([
      [1, aVersionText(1, toFile('before'))],
      [2, aVersionText(2, toFile('after'))],
    ]);
    const service = serveFake({ lookup: async (domain) => toFacts(domain), readVersions: async () => texts });
    const { structuredContent, content } = await callTool(service, 'compare_versions', {
      domain: 'example.com',
      from: 1,
      to: 2,
    });
    expect(structuredContent).toMatchObject({ total: 602, changes: { length: 50 } });
    expect(content[0]?.text).toContain('of which the first 50 follow');
    expect(content[0]?.text.length).toBeLessThan(16_000);
  });

  it('reports a missing text', async () => {
    const response = await served.get('/v1/domain/example.com/diff?from=1&to=3');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'text.unavailable' });
  });

  it.each([
    ['', 1, 2],
    ['?from=2', 2, 2],
    ['?to=1', 1, 1],
  ])('defaults to the last change (diff%s)', async (query, from, to) => {
    const answer = await served.get(`/v1/domain/example.com/diff${query}`);
    expect(await answer.json()).toMatchObject({ from, to });
  });
});
