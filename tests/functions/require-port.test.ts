import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { requirePort } from '../../functions/require-port.ts';
import { freePort } from '../free-port.ts';

const HOST = '127.0.0.1';

it('accepts a free port, and names a port in use', async () => {
  const PORT = await freePort();
  const server = createServer();
  await once(server.listen(PORT, HOST), 'listening');
  await expect(requirePort({ HOST, PORT })).rejects.toThrow(`PORT: ${PORT} is in use`);
  server.close();
  await once(server, 'close');
  await expect(requirePort({ HOST, PORT })).resolves.toBeUndefined();
});

it('names an address of another machine', async () => {
  await expect(requirePort({ HOST: '192.0.2.1', PORT: 0 })).rejects.toThrow('HOST: 192.0.2.1 is not an address');
});
