import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../../functions/mcp/tool.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useTestStore } from '../../store/use-test-store.ts';
import { randomDomain } from '../../surface/random-inputs.ts';
import { GOOD_FILE, observed } from '../http/an-observation.ts';
import { type Fake, serveFake } from '../http/serve-fake.ts';
import { fillDirectory } from './a-directory.ts';
import { ask, ERAS } from './call-mcp.ts';

/** Number of calls per tool. RANDOM_CALLS=10000 sets more. */
const RUNS = Number(process.env['RANDOM_CALLS'] ?? 40);

const domain = randomDomain('tides.com', 'https://WWW.tides.com/a?b', 'orders.com', 'new.com');
const number = fc.constantFrom(-1, Number.MAX_VALUE, 0.5, 2 ** 53);
const value = fc.oneof(domain, number, fc.jsonValue(), fc.integer(), fc.boolean(), fc.constant('harbours'));

/** Creates arguments with roughly the names of the schema. */
function listArguments(names: readonly string[]) {
  const right = fc.record(
    Object.fromEntries(
      names.map((name) => [name, name === 'domain' ? fc.oneof({ weight: 3, arbitrary: domain }, value) : value]),
    ),
    { requiredKeys: [] },
  );
  const wrong = fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()), value);
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 1, arbitrary: wrong },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

describe(`tool with ${RUNS} random calls`, () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let fake: Fake;
  beforeAll(async () => {
    await fillDirectory(opened.store);
    fake = serveFake(
      opened.store,
      {
        limiter: { take: () => ({ allowed: true, states: [] }) },
        vetWebhook: async (url) => (URL.canParse(url) ? null : 'must be an https URL'),
        challenge: async () => 'it did not answer',
      },
      {
        observe: async (name) => observed(name, { status: 200, body: GOOD_FILE }),
        draft: async () => ({ text: GOOD_FILE, pagesRead: 1, notes: [] }),
      },
    );
  });

  it.each(TOOLS.map(({ listing }) => [listing.name, listing.inputSchema] as const))(
    'returns an answer or advice from %s, never an internal error',
    async (name, schema) => {
      const names = Object.keys(Object(schema['properties']));
      await fc.assert(
        fc.asyncProperty(listArguments(names), fc.constantFrom(...ERAS), async (given, era) => {
          const response = await ask(fake, era, 'tools/call', { name, arguments: given });
          expect([200, 400]).toContain(response.status);
          const { result, error } = await response.json();
          // Arguments other than objects are not a call.
          if (error) {
            expect(error.code).toBe(-32_602);
            return;
          }
          const text: string = result.content[0].text;
          if (result.isError) expect(text).toMatch(/\([a-z_]+\.[a-z_]+\)\..*\nNext: /s);
          else expect(result.structuredContent).toBeTypeOf('object');
          expect(text).not.toMatch(/\(internal\)/);
          expect(text.isWellFormed()).toBe(true);
        }),
        { numRuns: RUNS },
      );
      expect(fake.logged).toEqual([]);
    },
    600_000,
  );
});
