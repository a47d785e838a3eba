import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { serveFake } from '../functions/http/serve-fake.ts';

/** Tests a Data API that accepts every request and never answers. */
describe('a store that hangs', () => {
  let server: Server;
  let url = '';
  beforeAll(async () => {
    server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it.each(['/v1/domains', '/v1/sites/example.com/verification'])(
    'makes %s answer 503 with Retry-After',
    async (path) => {
      const store = createStore({ url, key: 'key', readWithinMs: 50 });
      const response = await serveFake(store).get(path);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect((await response.json()).code).toBe('store.unavailable');
    },
  );
});
