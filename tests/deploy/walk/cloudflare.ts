import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Router, startWorker } from '../../functions/edge/start-routers.ts';
import { type LocalServer, listenLocally } from '../../listen-locally.ts';
import { passOn } from '../../pass-on.ts';

/** Fake Cloudflare with one Worker and the Node host as the origin of the directory's name. */
export interface Cloudflare {
  /** Publishes a copy of the folder with the Worker. */
  deploy(siteDir: string): Promise<void>;
  close(): Promise<void>;
}

export interface CloudflareOptions {
  /** Folder for published copies. */
  readonly folder: string;
  /** Port of the directory's address. */
  readonly port: number;
  readonly nodePort: number;
}

export async function openCloudflare({ folder, port, nodePort }: CloudflareOptions): Promise<Cloudflare> {
  const proxy = await startProxy(nodePort);
  let worker: Router | undefined;
  let deployments = 0;
  return {
    async deploy(siteDir) {
      const published = join(folder, `published-${++deployments}`);
      cpSync(siteDir, published, { recursive: true });
      await worker?.close();
      worker = await startWorker({ siteDir: published, nodePort: proxy.port, port });
    },
    async close() {
      await worker?.close();
      await proxy.close();
    },
  };
}

/** Starts a proxy that appends the client to `X-Forwarded-For`, as Cloudflare does before the Node host. */
async function startProxy(nodePort: number): Promise<LocalServer> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' };
    passOn(incoming, outgoing, { port: nodePort, headers });
  });
  return await listenLocally(server);
}
