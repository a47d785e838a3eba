import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { toSearchText } from '../../src/search/search-text.ts';
import { LISTED, RECORD_BY_AUTHORITY, T0 } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';
import { visitAll } from './visit-all.ts';

const FILES: Readonly<Record<string, string>> = {
  'payments.example':
    '# Kestrel Pay\n\n> Take payments online.\n\n## Guides\n\n- [Refunds](https://payments.example/refunds)\n',
  'shop.example': '# Shop\n\n> Red shoes.\n\nWe take every payment by card.\n',
  'clusters.example': '# Clusters\n\n> Run kubernetes without servers.\n',
  'tides.example': '# Tide tables\n\n> For harbors.\n\n## Data\n\n- [Webhook events](https://tides.example/hooks)\n',
  'owned.example': '# Owned\n\n> Somebody mentions kubernetes.\n',
};

/** Tests of searches for any store. */
export function describeSearch(opened: TestStore): void {
  describe('search', () => {
    beforeEach(async () => {
      const { store } = opened;
      await visitAll(store, Object.keys(FILES), T0, (domain) => {
        const body = FILES[domain] ?? '';
        const document = parse(body, { url: `https://${domain}/llms.txt` });
        const next = { ...LISTED, title: document.title, summary: document.summary };
        return [next, { text: { hash: domain, body }, searchText: toSearchText(body, document) }];
      });
      await store.countWords();
    });

    const asked = { page: 1, perPage: 10, includeUnlisted: false, verified: false };
    const record = async (q: string) => {
      const { results, suggestion } = await opened.store.search({ ...asked, ...RECORD_BY_AUTHORITY, q });
      return { domains: results.map(({ domain }) => domain), suggestion };
    };
    const ranked = async (q: string, more: object = {}) => {
      const query = { ...asked, scope: 'all', sort: 'relevance', q, ...more } as const;
      const { results, total, suggestion } = await opened.publicStore.search(query);
      return { domains: results.map(({ domain }) => domain), total, suggestion };
    };

    it('searches files on request', async () => {
      expect((await record('webhooks')).domains).toEqual([]);
      expect((await ranked('webhooks')).domains).toEqual(['tides.example']);
      expect((await ranked('refund')).domains).toEqual(['payments.example']);
    });

    it('lists the stems of sites for the index of the browser', async () => {
      const stems = await opened.store.readIndexWords(['tides.example', 'unknown.example']);
      expect(Object.keys(stems)).toEqual(['tides.example']);
      expect(stems['tides.example']?.split(' ')).toEqual(expect.arrayContaining(['tide', 'webhook']));
    });

    it('ranks record matches before file matches, and verified sites first', async () => {
      expect((await ranked('payment')).domains).toEqual(['payments.example', 'shop.example']);
      const owner = { verified_at: new Date(T0).toISOString(), nested_llms_txt: [], contact: null };
      await opened.store.setOwners([
        { ...owner, domain: 'owned.example', description: 'On payment', tags: ['kestrels'] },
      ]);
      expect((await ranked('payment')).domains).toEqual(['owned.example', 'payments.example', 'shop.example']);
      expect((await record('kestrel')).domains).toEqual(['owned.example', 'payments.example']);
      expect((await ranked('payment', { verified: true })).domains).toEqual(['owned.example']);
    });

    it('applies all filters, even to name prefixes', async () => {
      const before = await opened.store.lookup('payments.example');
      expect(before?.country).toBe(null);
      await opened.query(`update directory.domains set country = 'DE', topics = '{finance}'
        where domain in ('payments.example', 'owned.example')`);
      const filter = { has_full: false, has_markdown: false, country: 'DE' };
      expect((await ranked('payment')).domains).toEqual(['payments.example', 'shop.example']);
      expect((await ranked('payment', { filter })).domains).toEqual(['payments.example']);
      expect((await ranked('payment', { filter, sort: 'authority' })).domains).toEqual(['payments.example']);
      expect((await ranked('payment', { filter: { ...filter, topic: 'finance' } })).total).toBe(1);
      expect((await ranked('payment', { filter: { ...filter, topic: 'games' } })).domains).toEqual([]);
      expect((await ranked('payment', { filter: { ...filter, has_full: true, has_markdown: false } })).domains).toEqual(
        [],
      );
      expect((await ranked('shop.ex')).domains).toEqual(['shop.example']);
      expect((await ranked('shop.ex', { filter })).domains).toEqual([]);
      expect((await ranked('owned.ex', { filter })).domains).toEqual(['owned.example']);
      await opened.query(`update directory.domains set country = null where domain = 'payments.example'`);
      expect((await ranked('payment', { filter })).domains).toEqual([]);
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('adds sites with some of the words if few sites have all', async () => {
      expect((await ranked('kubernetes servers harbors')).domains).toContain('clusters.example');
      expect((await record('kubernetes servers harbors')).domains).toEqual([]);
    });

    it('suggests a known word for an unused word, and ranks by the suggestion', async () => {
      expect(await record('kuberntes')).toEqual({ domains: [], suggestion: 'kubernetes' });
      expect((await record('payemnts')).suggestion).toBe('payments');
      expect((await record('talbes')).suggestion).toBe('tables');
      const found = await ranked('kuberntes');
      expect(found.suggestion).toBe('kubernetes');
      expect(found.domains.toSorted()).toEqual(['clusters.example', 'owned.example']);
      expect((await ranked('kubernetes')).suggestion).toBeUndefined();
    });

    it('suggests words of new sites in a small directory', async () => {
      await opened.query("update directory.profiles set title = 'Zeppelin' where domain = 'owned.example'");
      expect(await opened.store.indexTexts()).toBe(1);
      expect((await record('zepelin')).suggestion).toBe('zeppelin');
      expect((await ranked('zeppelin harbors tables')).domains).toContain('tides.example');
    });

    it('pages through results without duplicates', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => ranked('payment or kubernetes', { page, perPage: 2 })));
      const shown = pages.flatMap(({ domains }) => domains);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown).toHaveLength(4);
      const byRelevance = await Promise.all([1, 2].map((page) => ranked('take payment', { page, perPage: 1 })));
      expect(byRelevance.flatMap(({ domains }) => domains).toSorted()).toEqual(['payments.example', 'shop.example']);
    });

    it('finds no file of a rejected site', async () => {
      await opened.query(
        "update directory.domains set tier = 'rejected', rejection = 'spam' where domain = 'tides.example'",
      );
      expect((await ranked('webhooks', { includeUnlisted: true })).domains).toEqual([]);
    });

    it('finds nothing after the last visible site is removed', async () => {
      await opened.query("update directory.domains set tier = 'rejected', rejection = 'spam'");
      await opened.query('select directory.fold_counter_changes()');
      const queries = ['payment', 'take payment', 'payment or kubernetes', 'tides', 'tides.example', '"red shoes"'];
      for (const q of queries) {
        expect(await record(q)).toEqual({ domains: [], suggestion: undefined });
        for (const includeUnlisted of [false, true]) {
          const nothing = { domains: [], total: 0, suggestion: undefined };
          expect(await ranked(q, { includeUnlisted })).toEqual(nothing);
          expect(await ranked(q, { includeUnlisted, verified: true })).toEqual(nothing);
        }
        const links = await opened.publicStore.searchLinks({ q, domain: null, page: 1, perPage: 10 });
        expect(links.results).toEqual([]);
      }
    });

    it('puts a named domain first, before verified sites', async () => {
      const others = Array.from({ length: 60 }, (_, at) => `tides-example-${at}.example`);
      await opened.store.track(others);
      await opened.query(`update directory.domains set status = 'valid', tier = 'listed', authority = 90,
        verified = true where domain like 'tides-example-%'`);
      for (const q of ['tides.example', 'https://www.tides.example/data', 'TIDES.EXAMPLE.']) {
        expect((await ranked(q)).domains[0]).toBe('tides.example');
        expect((await ranked(q, { perPage: 2 })).domains[0]).toBe('tides.example');
      }
      expect((await record('tides.example')).domains[0]).toBe('tides-example-0.example');
      expect((await ranked('tides.example', { verified: true })).domains).not.toContain('tides.example');
    });

    it('ranks a site before its copies and look-alikes', async () => {
      const copies = ['kestrel-payments.example', 'payments-login.example', 'other.example'];
      await opened.store.track(copies);
      await opened.query(
        `update directory.domains set status = 'valid', tier = 'listed', verified = true,
        authority = 50 where domain = any($1)`,
        [copies],
      );
      await opened.query(
        `update directory.profiles p set title = o.title, summary = o.summary from directory.profiles o
        where p.domain = any($1) and o.domain = 'payments.example'`,
        [copies],
      );
      expect(await opened.store.indexTexts()).toBe(3);
      for (const q of ['kestrel pay', 'payments', 'take payments online', 'payments.example', 'kestrel']) {
        expect((await ranked(q)).domains[0]).toBe('payments.example');
      }
    });

    it('rebuilds from stored texts', async () => {
      await opened.query("update directory.search_documents set words = '', words_version = null");
      expect((await ranked('webhooks')).domains).toEqual([]);
      expect(await opened.store.indexTexts()).toBe(5);
      expect((await ranked('webhooks')).domains).toEqual(['tides.example']);
      expect(await opened.store.indexTexts()).toBe(0);
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('keeps the words of a file if only the record changes', async () => {
      await visitAll(opened.store, ['tides.example'], T0, () => [{ ...LISTED, title: 'Currents' }]);
      expect((await record('currents')).domains).toEqual(['tides.example']);
      expect((await ranked('currents webhook')).domains).toEqual(['tides.example']);
    });
  });
}
