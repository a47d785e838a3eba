import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parse } from '#llmstxt';
import type { DomainState } from '../../src/directory/state.ts';
import { decide } from '../../src/jobs/moderation/decide.ts';
import type { OperatorAction } from '../../src/jobs/moderation/moderate.ts';
import { toSearchText } from '../../src/search/search-text.ts';
import { LISTED, T0, type toVisit } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';
import { visitAll } from './visit-all.ts';

const FILES: Readonly<Record<string, string>> = {
  'pay.example': `# Kestrel Pay

## Guides

- [Refunds](https://pay.example/refunds.md): give money back
- [Webhooks](/webhooks.md): signed events, step by step
- [Webhook signatures](https://pay.example/signatures.md): verify that an event is ours
- [Retry webhooks](https://pay.example/retry.md)

## Optional

- [Press](https://pay.example/press)
`,
  'hooks.example': `# Hooks

- [Debug a webhook](https://hooks.example/debug): with a signature that does not verify
- [Webhook prices](https://hooks.example/prices)
`,
  'tides.example': '# Tide tables\n\n- [Harbors](https://tides.example/harbors): of the North Sea\n',
};
const WEBHOOKS = ['pay.example', 'pay.example', 'pay.example', 'hooks.example', 'hooks.example'];

/** Tests of link searches for any store. */
export function describeLinks(opened: TestStore): void {
  describe('link search', () => {
    beforeEach(async () => {
      for (const [domain, body] of Object.entries(FILES)) await visit(domain, body);
    });

    /** Stores a visit with this file, or only with `change`. */
    async function visit(
      domain: string,
      body: string | null,
      change: Partial<DomainState> = {},
      more: Parameters<typeof toVisit>[4] = {},
    ): Promise<void> {
      const llms_txt = `https://${domain}/llms.txt`;
      const document = parse(body ?? '', { url: llms_txt });
      const found = body === null ? {} : { ...LISTED, llms_txt, title: document.title, content_hash: body };
      const stored = {
        text: { hash: randomUUID(), body: body ?? '' },
        searchText: toSearchText(body ?? '', document),
      };
      await visitAll(opened.store, [domain], T0, () => [{ ...found, ...change }, body === null ? more : stored]);
    }
    const search = (q: string, domain: string | null = null, page = 1, perPage = 10) =>
      opened.publicStore.searchLinks({ q, domain, page, perPage });
    const urls = async (q: string, domain: string | null = null) =>
      (await search(q, domain)).results.map(({ url }) => url);
    const domains = async (q: string) => (await search(q)).results.map((link) => link.domain);
    const decideOn = (action: OperatorAction) =>
      decide(opened.store, 'pay.example', action, { note: null, operator: 'somebody' });

    it('returns the link, its section and its site', async () => {
      expect(await search('refund')).toEqual({
        total: 1,
        totalIsEstimate: false,
        results: [
          {
            title: 'Refunds',
            url: 'https://pay.example/refunds.md',
            notes: 'give money back',
            section: 'Guides',
            domain: 'pay.example',
            site: 'Kestrel Pay',
            authority: 40,
            verified: false,
          },
        ],
      });
      expect(await urls('step')).toEqual(['https://pay.example/webhooks.md']);
    });

    it('searches titles, notes, sections and the title of the site', async () => {
      expect((await urls('verify webhook signature'))[0]).toBe('https://pay.example/signatures.md');
      expect(await urls('money')).toEqual(['https://pay.example/refunds.md']);
      expect(await urls('north harbor')).toEqual(['https://tides.example/harbors']);
      expect(await urls('kestrel refund')).toEqual(['https://pay.example/refunds.md']);
      expect(await urls('optional')).toEqual(['https://pay.example/press']);
      expect(await urls('tide tables')).toEqual(['https://tides.example/harbors']);
    });

    it('puts the best match first, with at most three links per site unless one site is requested', async () => {
      expect((await domains('webhook')).toSorted()).toEqual(WEBHOOKS.toSorted());
      expect(await search('webhooks')).toMatchObject({ total: 5, results: [{ title: 'Webhooks' }, {}, {}, {}, {}] });
      expect(await urls('pay webhooks', 'hooks.example')).toHaveLength(2);
      expect((await search('guides', 'pay.example')).total).toBe(4);
      expect((await search('guides')).total).toBe(3);
    });

    it('includes the authority of a site', async () => {
      const both = (domain: string) => `# A\n\n- [Timetable of ferries](https://${domain}/ferries)\n`;
      for (const [domain, authority] of [
        ['low.example', 20],
        ['top.example', 90],
      ] as const) {
        await opened.store.track([domain]);
        await visit(domain, both(domain), { authority });
      }
      expect(await domains('ferries')).toEqual(['top.example', 'low.example']);
      await visit('low.example', null, { authority: 95 });
      expect(await domains('ferries')).toEqual(['low.example', 'top.example']);
    });

    it('repeats its estimate if the limit of a call allows only some texts', async () => {
      const filler = randomBytes(100_000).toString('base64');
      for (const domain of ['one.example', 'two.example']) {
        await opened.store.track([domain]);
        await visit(domain, `# A\n\n${filler}\n\n- [Lantern](https://${domain}/lantern)\n`);
      }
      const first = await search('lantern');
      expect(first).toMatchObject({ total: 2, totalIsEstimate: true, results: [{ title: 'Lantern' }] });
      expect(first.results).toHaveLength(1);
      expect(await search('lantern')).toEqual(first);
    });

    it('adds links with some of the words', async () => {
      expect((await urls('verify webhook signatures quickly'))[0]).toBe('https://pay.example/signatures.md');
      expect(await urls('zebra crossing')).toEqual([]);
    });

    it('supports the operators minus, quotes and or', async () => {
      expect(await urls('webhook -retry -signature -prices')).toEqual(['https://pay.example/webhooks.md']);
      expect(await urls('"retry webhooks"')).toEqual(['https://pay.example/retry.md']);
      expect(await urls('"webhooks retry"')).toEqual([]);
      expect((await urls('refunds or harbors')).toSorted()).toEqual([
        'https://pay.example/refunds.md',
        'https://tides.example/harbors',
      ]);
      expect(await urls('-webhook')).toEqual([]);
    });

    it('finds nothing for a query without words', async () => {
      for (const q of ['(', '-', '\u202e', '\u{1f600}']) {
        expect(await search(q, 'pay.example')).toEqual({ total: 0, totalIsEstimate: false, results: [] });
      }
    });

    it('suggests a known word for an unused word, and ranks by the suggestion', async () => {
      await opened.store.countWords();
      opened.clock.now += 60_001;
      const found = await search('harbosr');
      expect(found.suggestion).toBe('harbors');
      expect(found.results.map(({ url }) => url)).toEqual(['https://tides.example/harbors']);
      expect(await search('refunds')).not.toHaveProperty('suggestion');
    });

    it('pages through results without duplicates', async () => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => search('webhook', null, page, 2)));
      const shown = pages.flatMap(({ results }) => results.map(({ url }) => url));
      expect(shown).toHaveLength(5);
      expect(new Set(shown).size).toBe(5);
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
      expect((await search('webhook', null, 20_000_000, 100)).results).toEqual([]);
    });

    it('covers 1,000 links of a site, with its optional section last', async () => {
      const many = (word: string, count: number) =>
        Array.from({ length: count }, (_, at) => `- [${word} ${at}](https://tides.example/${word}/${at})`).join('\n');
      const body = `# Tides\n\n## Optional\n\n${many('late', 20)}\n\n## Data\n\n${many('early', 990)}\n`;
      await visit('tides.example', body);
      expect((await search('late', 'tides.example')).total).toBe(10);
      expect((await search('early', 'tides.example')).total).toBe(990);
      expect((await search('early 989', 'tides.example')).results[0]?.url).toBe('https://tides.example/early/989');
      const last = await search('early', 'tides.example', 10, 100);
      expect(last.results).toHaveLength(90);
      await visit('tides.example', FILES['tides.example'] ?? '');
      expect(await urls('early')).toEqual([]);
    });

    it('finds nothing of a site that an operator blocked, until the decision is revoked', async () => {
      await decideOn({ action: 'block' });
      expect(await domains('webhook')).toEqual(['hooks.example', 'hooks.example']);
      expect(await urls('webhook', 'pay.example')).toEqual([]);
      await decideOn({ action: 'unblock' });
      expect((await domains('webhook')).toSorted()).toEqual(WEBHOOKS.toSorted());
      expect(await opened.store.indexTexts()).toBe(0);
    });

    it('finds nothing of a site that a visit rejects', async () => {
      await visit('pay.example', FILES['pay.example'] ?? '', { tier: 'rejected', rejection: 'opt-out' });
      expect(await urls('webhook', 'pay.example')).toEqual([]);
      await visit('hooks.example', null, { tier: 'rejected', rejection: 'parked' });
      expect(await domains('webhook')).toEqual([]);
      await visit('hooks.example', null, { tier: 'listed', rejection: null });
      expect(await domains('webhook')).toEqual(['hooks.example', 'hooks.example']);
    });

    it('finds links of nested files, until the owner removes a file', async () => {
      const nested = (words: string) => ({
        url: 'https://pay.example/docs/llms.txt',
        title: 'Docs',
        links: [
          { title: words, url: 'https://pay.example/docs/ledger', notes: null, section: 'Books' },
          { title: 'Webhook ledger', url: 'https://pay.example/webhooks.md', notes: null, section: null },
        ],
      });
      const list = (urls: string) =>
        opened.query(`update directory.profiles set nested_llms_txt = $1 where domain = 'pay.example'`, [urls]);
      const files = async () =>
        (await opened.store.readSites(null, 100)).sites
          .find(({ record }) => record.domain === 'pay.example')
          ?.links.map(({ url }) => url) ?? [];
      await list('{https://pay.example/docs/llms.txt}');
      await visit('pay.example', null, {}, { scopedFiles: { nested: [nested('General ledger')] } });
      expect(await urls('general')).toEqual(['https://pay.example/docs/ledger']);
      expect((await urls('webhook', 'pay.example')).filter((url) => url.endsWith('/webhooks.md'))).toHaveLength(1);
      expect(await files()).toContain('https://pay.example/docs/ledger');
      // Change the main file without an effect on the further files.
      await visit('pay.example', FILES['pay.example'] ?? '');
      expect(await urls('general')).toEqual(['https://pay.example/docs/ledger']);
      await visit('pay.example', null, {}, { scopedFiles: { nested: [nested('Chart of accounts')] } });
      expect(await urls('general')).toEqual([]);
      expect(await urls('accounts')).toEqual(['https://pay.example/docs/ledger']);
      await list('{https://pay.example/docs/llms.txt,https://pay.example/b/llms.txt}');
      expect(await urls('accounts')).toEqual(['https://pay.example/docs/ledger']);
      await list('{https://pay.example/b/llms.txt}');
      expect(await urls('accounts')).toEqual([]);
    });

    it('finds a site by names of a nested file, until the owner removes the file', async () => {
      const url = 'https://pay.example/docs/llms.txt';
      const links = [{ title: 'Zeppelin ledger', url: 'https://pay.example/z', notes: null, section: null }];
      const found = async () => {
        const query = { q: 'zeppelin', scope: 'all', sort: 'authority', page: 1, perPage: 10 } as const;
        const { results } = await opened.store.search({ ...query, includeUnlisted: false, verified: false });
        return results.map(({ domain }) => domain);
      };
      await opened.store.updateProfile('pay.example', { nested_llms_txt: [url] }, '');
      await visit('pay.example', null, {}, { scopedFiles: { nested: [{ url, title: 'Docs', links }] } });
      expect(await found()).toEqual(['pay.example']);
      await opened.store.updateProfile('pay.example', { nested_llms_txt: [] }, '');
      expect(await found()).toEqual([]);
    });

    it('finds nothing of a removed site', async () => {
      expect(await opened.store.removeDomain({ domain: 'pay.example', note: null, operator: 'somebody' })).toBe(
        'removed',
      );
      expect(await domains('webhook')).toEqual(['hooks.example', 'hooks.example']);
    });

    it('finds nothing of an unlisted site, until relisted', async () => {
      await visit('pay.example', null, { status: 'unreachable', tier: 'unlisted' });
      expect(await domains('webhook')).toEqual(['hooks.example', 'hooks.example']);
      expect(await urls('webhook', 'pay.example')).toEqual([]);
      await visit('pay.example', null, { status: 'valid', tier: 'listed' });
      expect((await domains('webhook')).toSorted()).toEqual(WEBHOOKS.toSorted());
    });

    it('reads the first text and as many texts as fit, even if the caller already has them', async () => {
      const read = async (stamp: string | null) => {
        const wanted = JSON.stringify([{ domain: 'pay.example', stamp }, { domain: 'hooks.example' }]);
        const rows = await opened.query('select api.read_link_texts($1::jsonb, 1) as answer', [wanted]);
        const row = z.object({ domain: z.string(), stamp: z.string(), text: z.string().optional() });
        return z.tuple([z.object({ answer: z.array(row) })]).parse(rows)[0].answer;
      };
      const [first, ...others] = await read(null);
      expect([first?.domain, others]).toEqual(['pay.example', []]);
      const stamp = first?.stamp ?? '';
      expect(await read(stamp)).toEqual([expect.objectContaining({ domain: 'pay.example', stamp })]);
      expect((await read(stamp))[0]?.text).toBeUndefined();
    });
  });
}
