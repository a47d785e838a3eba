import { describe, expect, it } from 'vitest';
import { clientNetwork } from '../../../functions/http/pipeline/client-network.ts';
import { createLookupCounter, type LookupCounts } from '../../../functions/http/pipeline/lookup-counter.ts';
import { negotiate } from '../../../functions/http/pipeline/negotiate.ts';
import { silentLog } from '../../../src/runtime/log.ts';

describe('negotiation', () => {
  const offers = ['text/html', 'application/json', 'text/markdown'] as const;
  const table: [accept: string | undefined, chosen: string | null][] = [
    [undefined, 'text/html'],
    ['', 'text/html'],
    ['*/*', 'text/html'],
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    ['text/markdown, text/html;q=0.9', 'text/markdown'],
    ['text/html;q=0.5, application/json;q=0.8', 'application/json'],
    ['text/*, application/json', 'text/html'],
    ['text/*;q=0.5, text/markdown', 'text/markdown'],
    ['text/html;q=0, */*', 'application/json'],
    ['*/*;q=0.1, text/markdown;q=0.2', 'text/markdown'],
    ['application/json;q=0.001', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/plain, image/gif, *; q=.2, */*; q=.2', 'text/html'],
    ['text/html;q=0.0000, *', 'application/json'],
    ['application/json;q=1.0000', 'application/json'],
    ['text/html;q=.2, text/markdown;q=0.25', 'text/markdown'],
    ['image/png', null],
    ['text/html;q=0', null],
    ['*/*;q=0', null],
    ['nonsense', null],
    ['application/json;q=2', null],
    ['application/json;q=abc, text/markdown;q=0.1', 'text/markdown'],
  ];
  it.each(table)('chooses for Accept: %s the type %s', (accept, chosen) => {
    expect(negotiate(accept, offers)).toBe(chosen);
  });
});

describe('network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('maps %s to %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('counting lookups', () => {
  it('writes in batches and keeps failed writes', async () => {
    const stored: LookupCounts[] = [];
    let isDown = false;
    const store = async (counts: LookupCounts) => {
      if (isDown) throw new Error('down');
      stored.push(counts);
      isDown = true;
    };
    const counter = createLookupCounter(store, silentLog);
    for (let i = 0; i < 1_500; i++) counter.count(`site${i}.com`);
    await counter.stop();
    expect(stored.map((counts) => counts.length)).toEqual([1_000]);
    isDown = false;
    counter.count('site1499.com');
    await counter.stop();
    expect(stored[1]).toHaveLength(500);
    expect(stored[1]?.find(({ domain }) => domain === 'site1499.com')?.count).toBe(2);
  });
});
