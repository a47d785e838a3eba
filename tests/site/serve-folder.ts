import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';

export interface ServedFolder {
  readonly origin: string;
  close(): void;
}

export async function serveFolder(dir: string): Promise<ServedFolder> {
  const files = openBuiltFiles(dir);
  // Keep connections open, because a client may reuse a connection just as the server closes it.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const file = await files.find(new URL(request.url ?? '/', 'http://site.invalid').pathname);
    if (file) response.end(await file.body.read());
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
