import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { GOOD_FILE, observed } from '../functions/http/an-observation.ts';
import { type Fake, serveFake } from '../functions/http/serve-fake.ts';
import { anOwnerKey } from '../ownership/an-owner-key.ts';
import { lookNow } from '../ownership/to-look.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { type Described, described, listFaults } from './describe-api.ts';
import { nastyText, randomDomain } from './random-inputs.ts';

/** Number of requests per operation. RANDOM_REQUESTS=10000 sets more. */
const RUNS = Number(process.env['RANDOM_REQUESTS'] ?? 2_000);

const domain = randomDomain('stripe.com', 'WWW.Stripe.com', 'bücher.de', 'xn--bcher-kva.de');
const text = fc.oneof(
  fc.constantFrom('1', '0', 'true', 'false', '50', '100', '101', '', 'stri', 'stripe', '"red shoes" or -blue'),
  fc.integer().map(String),
  fc.string({ unit: 'binary', maxLength: 60 }),
  nastyText,
);
const value = fc.oneof(domain, text, fc.array(text, { maxLength: 12 }), fc.jsonValue());
const body = fc.oneof(
  domain.map((name) => JSON.stringify({ domain: name })),
  fc
    .dictionary(
      fc.oneof(
        fc.constantFrom('domain', 'description', 'tags', 'nested_llms_txt', 'contact', 'webhook_url', 'notify_email'),
        fc.constant('__proto__'),
        fc.string(),
      ),
      value,
    )
    .map((members) => JSON.stringify(members)),
  fc.jsonValue().map((json) => JSON.stringify(json)),
  fc.string({ unit: 'binary', maxLength: 100 }),
);
/** Key of stripe.com in the fake directory. */
const key = anOwnerKey();
const authorization = fc.constantFrom(undefined, 'Bearer x', `Bearer ${key}`, `Bearer ${key}`, `Basic ${key}`);
const accept = fc.constantFrom(
  ...['application/json', '*/*', 'text/event-stream', 'text/html', 'text/markdown;q=0.5', 'x', ';q='],
);

interface Asked {
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
}

/** Creates valid and invalid requests. */
function listRequests({ path, parameters, hasBody, operationId }: Described): fc.Arbitrary<Asked> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...inQuery, 'unknown'), fc.string()), text), {
    maxLength: 5,
  });
  const type = fc.constantFrom('application/json', 'text/plain');
  return fc.record({ name: domain, query, body, accept, authorization, type }).map((parts) => {
    const named = encodeURIComponent(parts.name.toWellFormed());
    // Replace empty segments and dots, because they change the path.
    const segment = /^\.{0,2}$/.test(named) ? 'x' : named;
    const asked = new URLSearchParams(
      parts.query.map(([name, content]) => [name.toWellFormed(), content.toWellFormed()]),
    );
    // Accept only JSON, because other tests cover the other representations of a page.
    const wanted = operationId === 'getPage' ? 'application/json' : parts.accept;
    return {
      path: `${path.replace('{domain}', segment)}?${asked}`,
      body: hasBody ? parts.body.toWellFormed() : undefined,
      headers: {
        accept: wanted,
        ...(parts.authorization === undefined ? {} : { authorization: parts.authorization }),
        ...(hasBody ? { 'content-type': parts.type } : {}),
      },
    };
  });
}

describe(`operation with ${RUNS} random requests`, () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let fake: Fake;
  beforeAll(async () => {
    await opened.store.track(['stripe.com', 'xn--bcher-kva.de']);
    const unlimited = { take: () => ({ allowed: true, states: [] }) };
    fake = serveFake(
      {
        ...opened.store,
        findKey: async (hash) => ({ domain: 'stripe.com', hash, suspended: false, repeatable: false }),
      },
      {
        limiter: unlimited,
        lookForProofs: async ({ domain }) => lookNow(domain),
        vetWebhook: async () => 'is not public',
        recrawl: async () => {},
        sendTest: async () => [{ channel: 'webhook', status: 'delivered', detail: null }],
      },
      {
        observe: async (name) => observed(name, { status: 200, body: GOOD_FILE }),
        draft: async () => ({ text: '# Example\n', pagesRead: 1, notes: [] }),
      },
    );
  });

  it.each(described.map((operation) => [operation.operationId, operation] as const))(
    'answers as described, and never with a server fault: %s',
    async (operationId, operation) => {
      await fc.assert(
        fc.asyncProperty(listRequests(operation), async (asked) => {
          const response = await fake.send(operation.method, asked.path, asked.body, asked.headers);
          // Skip this value, because an empty or multiple segment is another path.
          if (response.status === 404 && (await response.clone().json()).code === 'not_found') return;
          expect(response.status).not.toBe(500);
          const faults = await listFaults(operationId, response);
          expect(faults.filter((fault) => !fault.includes('RateLimit') && !isStream(response, fault))).toEqual([]);
          if (response.status >= 400) expect(response.headers.get('content-type')).toBe('application/problem+json');
        }),
        { numRuns: RUNS },
      );
      expect(fake.logged.filter(({ event }) => event === 'request.failed')).toEqual([]);
    },
    600_000,
  );
});

/** Reports whether a fault is allowed. A progress stream has no tag and no age. */
const isStream = (response: Response, fault: string) =>
  response.headers.get('content-type') === 'text/event-stream' && /has no (ETag|Age)/.test(fault);
