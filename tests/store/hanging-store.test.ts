import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { listenLocally } from '../listen-locally.ts';

const server = await listenLocally(createServer(() => {}));
closeAfterAll(server);

/** Tests a Data API that accepts every request and never answers. */
describe('a store that hangs', () => {
  it.each(['/v1/domains', '/v1/sites/example.com/verification'])(
    'makes %s answer 503 with Retry-After',
    async (path) => {
      const store = createStore({ url: server.url, key: 'key', readWithinMs: 50 });
      const response = await serveFake(store).get(path);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect((await response.json()).code).toBe('store.unavailable');
    },
  );
});
