import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { NO_FILTER } from '../../src/directory/list-filter.ts';
import { parsePageAddress } from '../../src/directory/page-address.ts';
import type { TwinRule } from '../../src/directory/page-twins.ts';
import type { DomainState } from '../../src/directory/state.ts';
import { listLinks } from '../../src/search/file-links.ts';
import type { PageQuery } from '../../src/store/pages.ts';
import type { AppliedVisit } from '../../src/store/store.ts';
import { DAY, instant, LISTED, T0, toOwner } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';
import { visitAll } from './visit-all.ts';

// Create more links than one part contains.
const MANY = Array.from(
  { length: 150 },
  (_, at) => `- [Page ${at}](https://pay.example/page-${at}.html): number ${at}`,
);
const FILE = [
  '# Pay',
  '## Docs',
  '- [Refunds](https://www.pay.example/refunds/index.html.md): money back',
  ...MANY,
].join('\n');

function query(url: string, ...domains: string[]): PageQuery {
  const page = parsePageAddress(url);
  if (page === null) throw new Error(`${url} is no address`);
  return { page, domains };
}

const rule = (pages: string, change: Partial<TwinRule> = {}): TwinRule => ({
  pages,
  by: 'append-md',
  tested: 1,
  found: [{ page: `https://md.example/${pages}`, markdown: `https://md.example/${pages}.md` }],
  tested_at: instant(T0),
  ...change,
});

/** Tests of page resolution for any store. */
export function describePages(opened: TestStore): void {
  describe('pages', () => {
    async function visit(
      domain: string,
      change: Partial<DomainState>,
      tested: Pick<AppliedVisit, 'twins' | 'scopedFiles'> & Partial<Pick<AppliedVisit, 'text'>> = {},
    ): Promise<void> {
      const url = `https://${domain}/llms.txt`;
      const hash = randomUUID();
      const found = { ...LISTED, llms_txt: url, title: domain, content_hash: hash, ...change };
      const scoped = (path: string) => ({
        url: `https://${domain}/${path}/llms.txt`,
        title: path,
        links: [{ title: 'A', url: `https://${domain}/${path}/a`, notes: null, section: null }],
      });
      const scopedFiles = { nested: ['docs', 'gone'].map(scoped), describedby: [scoped('named')] };
      const body = FILE.replaceAll('pay.example', domain);
      const files = {
        text: { hash, body },
        links: listLinks(parse(body, { url })),
        scopedFiles,
        ...tested,
      };
      await visitAll(opened.store, [domain], T0, () => [found, files]);
    }

    beforeAll(async () => {
      await opened.store.track(['pay.example', 'low.example', 'spam.example', 'broken.example', 'new.example']);
      const nested_llms_txt = ['docs', 'broken'].map((path) => `https://pay.example/${path}/llms.txt`);
      await opened.store.setOwners([{ ...toOwner('pay.example'), nested_llms_txt }]);
      await visit('pay.example', {});
      await visit('low.example', { tier: 'unlisted' });
      await visit('spam.example', { tier: 'rejected', rejection: 'spam' });
      await visit('broken.example', { status: 'invalid' });
    });

    const find = (...queries: PageQuery[]) => opened.publicStore.findPages(queries);

    it('finds the line of a page in any part of the file', async () => {
      const queries = ['/refunds', '/page-0', '/page-149.md', '/page-150'].map((path) =>
        query(`https://pay.example${path}`, 'pay.example'),
      );
      const found = await find(...queries);
      expect(found.map((sites) => sites.flatMap(({ links }) => links))).toEqual([
        [
          {
            title: 'Refunds',
            url: 'https://www.pay.example/refunds/index.html.md',
            notes: 'money back',
            section: 'Docs',
          },
        ],
        [{ title: 'Page 0', url: 'https://pay.example/page-0.html', notes: 'number 0', section: 'Docs' }],
        [{ title: 'Page 149', url: 'https://pay.example/page-149.html', notes: 'number 149', section: 'Docs' }],
        [],
      ]);
    });

    it('returns the valid files of the owner and of pages, with their lines', async () => {
      const [[site] = [], [other] = []] = await find(
        query('https://pay.example/docs/a', 'pay.example'),
        query('https://pay.example/', 'pay.example'),
      );
      const links = [{ title: 'A', url: 'https://pay.example/docs/a', notes: null, section: null }];
      expect(site).toMatchObject({
        domain: 'pay.example',
        verified: true,
        verified_at: instant(T0 - DAY),
        title: 'pay.example',
        file: 'https://pay.example/llms.txt',
        scoped: [
          { url: 'https://pay.example/docs/llms.txt', title: 'docs', via: 'nested', links },
          { url: 'https://pay.example/named/llms.txt', title: 'named', via: 'describedby', links: [] },
        ],
      });
      expect(other?.scoped.map((file) => file.links)).toEqual([[], []]);
    });

    it('keeps files of pages after a visit of the owner’s files only', async () => {
      await opened.store.track(['some.example']);
      const known = async () =>
        (await find(query('https://some.example/', 'some.example')))[0]?.[0]?.scoped.map(({ title }) => title);
      await visit('some.example', {});
      expect(await known()).toEqual(['named']);
      await visit('some.example', {}, { scopedFiles: { nested: [] } });
      expect(await known()).toEqual(['named']);
      await visit('some.example', {}, { scopedFiles: { describedby: [] } });
      expect(await known()).toEqual([]);
    });

    it('keeps a file that did not answer', async () => {
      await opened.store.track(['slow.example']);
      await visit('slow.example', {});
      const undecided = (path: string) => ({ url: `https://slow.example/${path}/llms.txt`, links: null });
      await visit('slow.example', {}, { scopedFiles: { describedby: ['named', 'new'].map(undecided) } });
      const [[site] = []] = await find(query('https://slow.example/named/a', 'slow.example'));
      expect(site?.scoped).toMatchObject([{ title: 'named', links: [{ title: 'A' }] }]);
    });

    it('returns Markdown rules of the last test, and other rules of half a year', async () => {
      const known = async () => (await find(query('https://md.example/', 'md.example')))[0]?.[0]?.twins;
      const withMarkdown = async () => {
        const scope = { page: 1, perPage: 10, includeUnlisted: false, verified: false };
        const filter = { ...NO_FILTER, has_markdown: true };
        const { results } = await opened.publicStore.listFiltered({ ...scope, filter, sort: 'authority' });
        return results.map(({ domain }) => domain);
      };
      await opened.store.track(['md.example']);
      expect(await known()).toEqual([]);
      const tested = (pages: string, at: number) => rule(pages, { tested_at: instant(at) });
      await visit(
        'md.example',
        {},
        { twins: [tested('a', T0 - 200 * DAY), tested('b', T0 - DAY), tested('c', T0 - DAY)] },
      );
      await visit('md.example', {}, { twins: [rule('b')] });
      expect(await known()).toEqual([rule('b'), tested('c', T0 - DAY)]);
      await visit('md.example', {});
      expect(await known()).toEqual([rule('b'), tested('c', T0 - DAY)]);
      expect((await opened.store.getDetail('md.example'))?.twins).toHaveLength(2);
      expect(await withMarkdown()).toEqual(['md.example']);
      await visit('md.example', {}, { twins: ['b', 'c'].map((pages) => rule(pages, { by: null, found: [] })) });
      expect(await withMarkdown()).toEqual([]);
      await visit('md.example', { tier: 'rejected', rejection: 'spam' });
      expect(await known()).toEqual([]);
      expect((await opened.store.getDetail('md.example'))?.twins).toEqual([]);
    });

    it('publishes no page again for another order of the tested groups', async () => {
      const same = { content_hash: 'same' };
      const text = { hash: 'same', body: '# Order' };
      const { store } = opened;
      await store.track(['order.example']);
      await visit('order.example', same, { text, twins: [rule('b'), rule('c')] });
      const stamped = async () =>
        (await store.listChanges(null, 1_000)).changes.find(({ domain }) => domain === 'order.example')?.revision;
      const before = await stamped();
      expect(before).toBeDefined();
      await visit('order.example', same, { text, twins: [rule('c')] });
      expect(await stamped()).toBe(before);
      await visit('order.example', same, { text, twins: [rule('c', { by: null })] });
      expect(await stamped()).not.toBe(before);
    });

    it('returns the tier and verification of each site', async () => {
      const domains = ['low.example', 'spam.example', 'new.example'];
      const found = await find(...domains.map((domain) => query(`https://${domain}/`, domain)));
      expect(found.map(([site]) => [site?.tier, site?.verified, site?.verified_at])).toEqual([
        ['unlisted', false, null],
        ['rejected', false, null],
        [null, false, null],
      ]);
    });

    it('keeps the order of pages and domains, and omits untracked domains', async () => {
      const found = await find(
        query('https://a.b.example/', 'a.b.example', 'b.example'),
        query('https://low.example/', 'x.low.example', 'low.example', 'pay.example'),
        query('https://pay.example/', 'pay.example'),
      );
      expect(found.map((sites) => sites.map(({ domain }) => domain))).toEqual([
        [],
        ['low.example', 'pay.example'],
        ['pay.example'],
      ]);
    });

    it('omits lines of unlisted sites, and files of rejected, broken or unvisited sites', async () => {
      const domains = ['low.example', 'spam.example', 'broken.example', 'new.example'];
      const found = await find(...domains.map((domain) => query(`https://${domain}/refunds`, domain)));
      expect(found.map(([site]) => [site?.file, site?.scoped.map(({ url }) => url), site?.links])).toEqual([
        ['https://low.example/llms.txt', ['https://low.example/named/llms.txt'], []],
        [null, [], []],
        [null, ['https://broken.example/named/llms.txt'], expect.anything()],
        [null, [], []],
      ]);
    });

    it('refuses more than 100 pages', async () => {
      const many = Array.from({ length: 101 }, () => query('https://pay.example/', 'pay.example'));
      await expect(find(...many)).rejects.toMatchObject({ kind: 'refused' });
      expect(await find(...many.slice(1))).toHaveLength(100);
    });
  });
}
