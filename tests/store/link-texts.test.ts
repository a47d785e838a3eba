import { expect, it } from 'vitest';
import type { Call } from '../../src/store/client.ts';
import { createLinkTexts } from '../../src/store/link-texts.ts';
import { packText } from '../../src/store/packed-text.ts';

interface Wanted {
  readonly domain: string;
  readonly stamp: string | null;
}

const SOURCE = { summary: null, description: null, tags: [], cross_domain_redirect: null, nested: null };

it('keeps the links of a site that leaves the cache during a comparison', async () => {
  const text = () => packText('# A\n\n- [B](https://a.example/b)\n');
  let hold: Promise<void> | null = null;
  const answer = async (wanted: readonly Wanted[]) => {
    if (wanted.some(({ domain, stamp }) => domain === 'a.example' && stamp === 'stamp')) await hold;
    return wanted.map(({ domain, stamp }) => ({
      domain,
      title: null,
      authority: 1,
      verified: false,
      stamp: 'stamp',
      ...(stamp === null && { ...SOURCE, llms_txt: `https://${domain}/llms.txt`, text: text() }),
    }));
  };
  const call = (async (
    _: string,
    { wanted }: { wanted: readonly Wanted[] },
    schema: { parse: (x: unknown) => unknown },
  ) => schema.parse(await answer(wanted))) as unknown as Call;
  const texts = createLinkTexts(call);
  await texts.read(['a.example']);
  const gate = Promise.withResolvers<void>();
  hold = gate.promise;
  const again = texts.read(['a.example']);
  await texts.read(Array.from({ length: 120 }, (_, at) => `site${at}.example`));
  gate.resolve();
  expect((await again)[0]?.links).toHaveLength(1);
});
