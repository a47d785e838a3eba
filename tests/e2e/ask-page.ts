import { Agent, get, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { baseUrl } from './open-page.ts';

/** Networks of the requests, in turn, so that no quota runs out. */
const NETWORKS = Array.from({ length: 16 }, (_, at) => `127.1.${at}.1`);
const agent = new Agent({ keepAlive: true });
let asked = 0;

interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Requests a page as a browser does, but follows no redirect. */
export async function askPage(path: string): Promise<Page> {
  const localAddress = NETWORKS[asked++ % NETWORKS.length];
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${baseUrl}${path}`, { agent, localAddress, headers: { accept: 'text/html,*/*;q=0.8' } }, resolve).on(
    'error',
    reject,
  );
  const answer = await promise;
  return { status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text: await readText(answer) };
}
