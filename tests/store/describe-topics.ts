import { beforeEach, describe, expect, it } from 'vitest';
import { assignTopics } from '../../src/jobs/topics/assign-topics.ts';
import { LISTED, T0 } from './sample-visit.ts';
import type { TestStore } from './test-store.ts';
import { visitAll } from './visit-all.ts';

const FILES: Readonly<Record<string, { readonly topics: readonly string[]; readonly body: string }>> = {
  'hotel.example': { topics: ['travel'], body: '# Seaside\n\n> Hotel and restaurant by the beach.\n' },
  'chain.example': { topics: ['crypto'], body: '# Chain\n\n> Blockchain wallets and smart contracts.\n' },
  'plain.example': { topics: [], body: '# Plain\n\n> Nothing that says much.\n' },
};

/** Tests of topics for any store. */
export function describeTopics(opened: TestStore): void {
  describe('assignment of topics', () => {
    beforeEach(() =>
      visitAll(opened.store, Object.keys(FILES), T0, (domain) => {
        const { topics = [], body = '' } = FILES[domain] ?? {};
        const summary = body.split('> ')[1]?.trim() ?? null;
        return [{ ...LISTED, summary, topics: [...topics] }, { text: { hash: domain, body } }];
      }),
    );

    const listTopics = async (domain: string) => (await opened.publicStore.lookup(domain))?.topics;

    const topicCounts = async () =>
      (await opened.publicStore.countFacets()).flatMap(({ facet, value, listed }) =>
        facet === 'topic' ? [[value, listed]] : [],
      );

    it('stores and counts the topics of a visit', async () => {
      expect(await listTopics('hotel.example')).toEqual(['travel']);
      expect(await topicCounts()).toEqual([
        ['crypto', 1],
        ['travel', 1],
      ]);
      expect(await assignTopics(opened.store)).toBe(0);
    });

    it('counts topics of listed sites only', async () => {
      await opened.query(
        "update directory.domains set tier = 'rejected', rejection = 'opt-out' where domain like 'hotel%'",
      );
      await opened.query("update directory.domains set tier = 'unlisted' where domain like 'chain%'");
      expect(await topicCounts()).toEqual([]);
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('repeats once after a change of the rules', async () => {
      await opened.query("update directory.domains set topics = '{games}'");
      await opened.query('update directory.files set topics_version = 0');
      expect(await assignTopics(opened.store)).toBe(3);
      expect(await listTopics('hotel.example')).toEqual(['travel']);
      expect(await listTopics('plain.example')).toEqual([]);
      expect(await topicCounts()).toEqual([
        ['crypto', 1],
        ['travel', 1],
      ]);
      expect(await assignTopics(opened.store)).toBe(0);
      expect(await opened.store.verifyCounters()).toEqual([]);
    });

    it('repeats after a change of tags', async () => {
      await opened.query(
        "update directory.domains set tags = '{hotel,vacation,travel}' where domain = 'plain.example'",
      );
      expect(await assignTopics(opened.store)).toBe(1);
      expect(await listTopics('plain.example')).toEqual(['travel']);
    });

    it('keeps topics if the text changed concurrently', async () => {
      await opened.store.writeTopics([{ domain: 'hotel.example', hash: 'another', topics: ['games'] }]);
      expect(await listTopics('hotel.example')).toEqual(['travel']);
    });
  });
}
