import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../src/directory/topics.ts';
import { type TopicFacts, topicsOf } from '../../src/search/topics/topics-of.ts';

const NOTHING: TopicFacts = { domain: 'name.example', title: null, summary: null, tags: [], prose: '', names: [] };
const topicsFrom = (facts: Partial<TopicFacts>) => topicsOf({ ...NOTHING, ...facts });

describe('topics', () => {
  it.each(TOPICS.flatMap(({ id, examples }) => examples.map((example) => [id, example] as const)))(
    '%s: %s',
    (id, example) => {
      expect(topicsFrom({ summary: example })).toContain(id);
    },
  );

  it('are told in a sentence, and named once', () => {
    expect(new Set(TOPICS.map(({ id }) => id)).size).toBe(TOPICS.length);
    for (const { description } of TOPICS) expect(description).toMatch(/^[A-Z].{20,140}\.$/u);
  });

  it('are none where nothing is said', () => {
    expect(topicsFrom({})).toEqual([]);
    expect(topicsFrom({ title: 'Welcome', names: ['About', 'Contact'] })).toEqual([]);
  });

  it.each([
    ['Mine', 'mine.example'],
    ['Mint', 'mint.example'],
    ['Bridge', 'bridge.example'],
    ['Notes', 'notes.example'],
  ])('are none where only the name %s says something', (title, domain) => {
    expect(topicsFrom({ title, domain })).toEqual([]);
  });

  it('are not crypto where a mine is dug', () => {
    expect(
      topicsFrom({ title: 'Mine', domain: 'mine.example', prose: 'Our mine. Mining of salt since 1820.' }),
    ).toEqual([]);
  });

  it('are none where two are as likely', () => {
    expect(topicsFrom({ summary: 'Hotels and football' })).toEqual([]);
  });

  it('are two at most, where both are clear', () => {
    const summary =
      'Wallet SDK for blockchain apps: a TypeScript framework for web3 with React component library and smart contracts';
    const topics = topicsFrom({
      summary,
      names: ['React hooks', 'JavaScript SDK', 'Token staking', 'NFT minting', 'TypeScript', 'DeFi'],
    });
    expect(topics.toSorted()).toEqual(['crypto', 'developer-tools']);
  });

  it('are read from the domain, the tags and the names of links', () => {
    expect(topicsFrom({ domain: 'city.gov', title: 'City of Springfield', tags: ['government'] })).toEqual(['public']);
    expect(topicsFrom({ names: ['Hotels', 'Vacation rentals', 'Travel guide', 'Tours', 'Restaurants'] })).toEqual([
      'travel',
    ]);
  });

  it.each([
    ['Steuerberater und Kanzlei in Köln', 'professional-services'],
    ['Hébergement web et VPS', 'cloud'],
    ['Tienda online de ropa y joyería', 'shopping'],
    ['東京のホテルと旅館', 'travel'],
    ['加密货币 区块链 新闻', 'crypto'],
  ])('are known in other languages: %s', (summary, topic) => {
    expect(topicsFrom({ summary })).toContain(topic);
  });

  it('say nothing about the file itself', () => {
    expect(topicsFrom({ title: 'llms.txt', summary: 'This llms.txt is for large language models' })).toEqual([]);
  });
});
