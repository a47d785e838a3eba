import { describe, expect, it } from 'vitest';
import { parseDomainName } from '../../src/directory/domain-name.ts';
import { expandPlaceholders } from '../../src/sandbox/expand-placeholders.ts';
import { linkedPages } from '../../src/sandbox/linked-pages.ts';
import { readTestWeb } from './test-web.ts';

const web = await readTestWeb();
const ask = async (url: string) => {
  const { hostname, pathname, protocol } = new URL(url);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  const answer = await web.answer({ host: hostname, scheme, method: 'GET', path: pathname });
  return { ...answer, text: Buffer.from(answer.body).toString() };
};

describe('the sample web', () => {
  it('contains at least sixty sites, all on reserved canonical names', () => {
    expect(web.sites.length).toBeGreaterThanOrEqual(60);
    for (const { domain } of web.sites) {
      expect(domain).toMatch(/\.example$/);
      expect(parseDomainName(domain, { form: 'name', reserved: true })).toEqual({ ok: true, domain });
    }
  });

  it('expects every status and tier that a first crawl can give', () => {
    const expected = new Set(web.sites.map(({ expect: { status, tier } }) => `${status} ${tier}`));
    expect([...expected].sort()).toEqual([
      'invalid rejected',
      'invalid unlisted',
      'pending null',
      'pending rejected',
      'unreachable unlisted',
      'valid featured',
      'valid listed',
      'valid rejected',
      'valid unlisted',
    ]);
  });

  it('answers under www. if the site declares it', async () => {
    expect(await ask('https://www.lumendb.example/llms.txt')).toMatchObject({
      status: 301,
      headers: { location: 'https://lumendb.example/llms.txt' },
    });
    expect(web.records('www.lumendb.example')).toMatchObject({ a: 'origin' });
    expect(web.records('docs.lumendb.example')).toBeNull();
  });
});

describe('pages made at start', () => {
  it.each([
    ['plain', 'plain'],
    ['- Star {{1..3}} of {{1..3}}', '- Star 1 of 1\n- Star 2 of 2\n- Star 3 of 3'],
    ['a{{3×U+0301}}b', 'a\u0301\u0301\u0301b'],
  ])('expands %o', (seed, text) => expect(expandPlaceholders(seed)).toBe(text));

  it('creates a page for each internal link, in the format of its name', () => {
    const pages = linkedPages(
      Buffer.from(
        '# A\n\n## B\n\n- [A & B](/b): notes\n- [C](https://a.example/c.md): more\n- [Else](https://b.example/): no\n',
      ),
      'a.example',
    );
    expect([...pages.keys()]).toEqual(['/b', '/c.md']);
    expect(pages.get('/b')?.body).toContain('<h1>A &amp; B</h1>\n<p>notes</p>');
    expect(pages.get('/c.md')?.body).toBe('# C\n\nmore\n');
  });
});
