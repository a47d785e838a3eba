import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';

export interface Visit {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one real request to the origin, and trusts only the sandbox's authority. */
export function visit(
  sandbox: Sandbox,
  url: string,
  options: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<Visit> {
  const { protocol, hostname, pathname } = new URL(url);
  const [host = '', port] = sandbox.origin.split(':');
  const how: RequestOptions = {
    host,
    port: Number(port),
    path: pathname,
    method: options.method ?? 'GET',
    headers: { ...options.headers, host: hostname },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const request =
      protocol === 'https:' ? requestHttps({ ...how, servername: hostname, ca: sandbox.ca }) : requestHttp(how);
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((body) => resolve({ status, headers, body }), reject);
    });
    request.end();
  });
}
