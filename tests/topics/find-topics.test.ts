import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../src/directory/topics.ts';
import { findTopics, type TopicInput } from '../../src/topics/find-topics.ts';

const NOTHING: TopicInput = { domain: 'name.example', title: null, summary: null, tags: [], prose: '', names: [] };
const topicsFrom = (facts: Partial<TopicInput>) => findTopics({ ...NOTHING, ...facts });

describe('assignment of topics', () => {
  it.each(TOPICS.flatMap(({ id, examples }) => examples.map((example) => [id, example] as const)))(
    'finds %s in: %s',
    (id, example) => {
      expect(topicsFrom({ summary: example })).toContain(id);
    },
  );

  it('finds no topic without content', () => {
    expect(topicsFrom({})).toEqual([]);
    expect(topicsFrom({ title: 'Welcome', names: ['About', 'Contact'] })).toEqual([]);
  });

  it.each([
    ['Mine', 'mine.example'],
    ['Mint', 'mint.example'],
    ['Bridge', 'bridge.example'],
    ['Notes', 'notes.example'],
  ])('finds no topic from the name %s alone', (title, domain) => {
    expect(topicsFrom({ title, domain })).toEqual([]);
  });

  it('does not find crypto for a salt mine', () => {
    expect(
      topicsFrom({ title: 'Mine', domain: 'mine.example', prose: 'Our mine. Mining of salt since 1820.' }),
    ).toEqual([]);
  });

  it('finds no topic if two are equally likely', () => {
    expect(topicsFrom({ summary: 'Hotels and football' })).toEqual([]);
  });

  it('finds at most two clear topics', () => {
    const summary =
      'Wallet SDK for blockchain apps: a TypeScript framework for web3 with React component library and smart contracts';
    const topics = topicsFrom({
      summary,
      names: ['React hooks', 'JavaScript SDK', 'Token staking', 'NFT minting', 'TypeScript', 'DeFi'],
    });
    expect(topics.toSorted()).toEqual(['crypto', 'developer-tools']);
  });

  it('uses the domain, the tags and the names of links', () => {
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
  ])('understands other languages: %s', (summary, topic) => {
    expect(topicsFrom({ summary })).toContain(topic);
  });

  it('ignores words about llms.txt', () => {
    expect(topicsFrom({ title: 'llms.txt', summary: 'This llms.txt is for large language models' })).toEqual([]);
  });
});
