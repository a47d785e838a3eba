import { expect, it } from 'vitest';
import { observeForCheck } from '../../src/crawl/observe-for-check.ts';
import type { Net } from '../../src/fetch/net.ts';
import { fakeNet } from './fake-net.ts';
import { testVisitTools } from './test-visit-tools.ts';

const FILE = '# Bakery\n\n> Bread of the village.\n\n## Docs\n\n- [Mill](https://mill.example/): flour\n';

it('reads a site with "Disallow: /" and reports the requests', async () => {
  const net = fakeNet({
    'https://bakery.example/llms.txt': FILE,
    'https://bakery.example/': 404,
    'https://bakery.example/llms-full.txt': 404,
    'https://www.bakery.example/llms.txt': 404,
    'https://mill.example/': 200,
    'https://bakery.example/robots.txt': 'User-agent: *\nDisallow: /\n',
  });
  const progress: string[] = [];
  const observation = await observeForCheck('bakery.example', testVisitTools(net), (line) => progress.push(line));
  expect(observation).toMatchObject({ response: { status: 200 }, inspection: { valid: true } });
  expect(progress).toEqual(net.asked.map((url) => `Reading ${url}`));
  expect(progress).toContain('Reading https://bakery.example/llms.txt');
});

it('reports a timeout if a check takes too long', async () => {
  const silent: Net['fetch'] = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const tools = { ...testVisitTools(fakeNet({})), openSession: () => ({ fetch: silent, close() {} }) };
  const observation = await observeForCheck('bakery.example', tools, () => {}, undefined, 20);
  expect(observation).toMatchObject({ domain: 'bakery.example', response: { status: null, failure: 'timeout' } });
  expect(observation.inspection?.findings.map(({ id }) => id)).toEqual(['no-answer']);
});
