import { createServer } from 'node:http';
import { openBuiltFiles } from '../../src/site/build/built-files.ts';
import { type LocalServer, listenLocally } from '../listen-locally.ts';

export async function serveFolder(dir: string): Promise<LocalServer> {
  const files = openBuiltFiles(dir);
  // Keep connections open, because a client may reuse a connection just as the server closes it.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const file = await files.find(new URL(request.url ?? '/', 'http://site.invalid').pathname);
    if (file) response.end(await file.body.read());
    else response.writeHead(404).end();
  });
  return await listenLocally(server);
}
