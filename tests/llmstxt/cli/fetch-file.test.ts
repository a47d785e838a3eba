import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../../packages/llmstxt/cli/fetch-failure.ts';
import { fetchFile, type Network } from '../../../packages/llmstxt/cli/fetch-file.ts';
import { nodeNetwork } from '../../../packages/llmstxt/cli/node-network.ts';
import { isPublicAddress } from '../../../packages/llmstxt/cli/public-address.ts';

const servers: (HttpServer | Server)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

async function listen(server: HttpServer | Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (listener: RequestListener) => listen(createHttpServer(listener));

/** Connects to the test servers as if they were public. */
const connect: Network['fetch'] = (url, request) => nodeNetwork.fetch(url, request, []);
const network: Network = { fetch: connect, lookup: async () => ['93.184.216.34'] };

describe('a fetched file', () => {
  it('carries the response data for rules', async () => {
    let headers: IncomingHttpHeaders = {};
    const origin = await serve((request, response) => {
      headers = request.headers;
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' });
      response.end(gzipSync('# Tea\n'));
    });
    const { body, response } = await fetchFile(`${origin}/llms.txt`, network);
    expect(headers).toMatchObject({ 'user-agent': 'llmstxt', accept: expect.stringMatching(/^text\/plain/) });
    expect(new TextDecoder().decode(body ?? undefined)).toBe('# Tea\n');
    expect(response).toMatchObject({
      url: `${origin}/llms.txt`,
      finalUrl: `${origin}/llms.txt`,
      chain: [`${origin}/llms.txt`],
      status: 200,
      failure: null,
      headers: { 'content-type': 'text/plain' },
      truncated: false,
      plainHttp: true,
    });
  });

  it('ends after 1 MiB', async () => {
    const origin = await serve((_, response) => response.end('x'.repeat(1024 * 1024 + 1)));
    const { body, response } = await fetchFile(origin, network);
    expect({ length: body?.length, truncated: response.truncated }).toEqual({ length: 1024 * 1024, truncated: true });
  });

  it('lacks a body unless the status is 200', async () => {
    const origin = await serve((_, response) => response.writeHead(404).end('nothing here'));
    expect(await fetchFile(origin, network)).toMatchObject({ body: null, response: { status: 404, failure: null } });
  });

  it.each([{ 'content-encoding': 'gzip' }, { 'content-length': '99' }])(
    'has its status despite %o',
    async (headers) => {
      const origin = await serve((_, response) => {
        response.writeHead(404, headers).write('nothing here');
        setTimeout(() => response.destroy(), 50);
      });
      expect(await fetchFile(origin, network)).toMatchObject({ body: null, response: { status: 404, failure: null } });
    },
  );
});

describe('a connection', () => {
  it('uses the checked addresses without a second lookup', async () => {
    const origin = await serve((_, response) => response.end('# Tea\n'));
    const url = origin.replace('127.0.0.1', 'rebound.invalid');
    const judged: string[] = [];
    const { response } = await fetchFile(url, {
      lookup: async () => ['93.184.216.34'],
      fetch: (target, request, addresses) => {
        judged.push(...addresses);
        return nodeNetwork.fetch(target, request, ['127.0.0.1']);
      },
    });
    expect(judged).toEqual(['93.184.216.34']);
    expect(response.status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity, GZIP', gzipSync],
    [',gzip ,', gzipSync],
    ['none', Buffer.from],
  ] as const)('reads %s', async (coding, compress) => {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'Content-Encoding': coding }).end(compress('# Tea\n')),
    );
    const { body } = await fetchFile(origin, network);
    expect(new TextDecoder().decode(body ?? undefined)).toBe('# Tea\n');
  });
});

describe('a redirect', () => {
  const hops = (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1]) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { Location: `/${left - 1}` });
    response.end('# Tea\n');
  };

  it('leads to another at most five times', async () => {
    const origin = await serve(hops);
    const { response } = await fetchFile(`${origin}/5`, network);
    expect(response).toMatchObject({ status: 200, finalUrl: `${origin}/0`, failure: null });
    expect(response.chain).toHaveLength(6);
    expect((await fetchFile(`${origin}/6`, network)).response.failure).toBe('too-many-redirects');
  });

  it('keeps octets outside ASCII', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: Buffer.from('/tée').toString('latin1') });
      response.end('# Tea\n');
    });
    expect((await fetchFile(origin, network)).response.finalUrl).toBe(`${origin}/t%C3%A9e`);
  });

  it.each([
    ['ftp://tea.example/', 'bad-redirect'],
    ['http://[', 'bad-redirect'],
    ['https://user:secret@tea.example/', 'refused-url'],
  ])('does not lead to %s', async (location, failure) => {
    const origin = await serve((_, response) => response.writeHead(301, { Location: location }).end());
    expect((await fetchFile(origin, network)).response.failure).toBe(failure);
  });

  it('does not lead to a private address', async () => {
    const origin = await serve((_, response) => response.writeHead(301, { Location: 'http://intranet/' }).end());
    const lookup: Network['lookup'] = async (host) => [host === 'intranet' ? '10.0.0.1' : '93.184.216.34'];
    await expect(fetchFile(origin, { fetch: connect, lookup })).rejects.toThrow(
      'http://intranet/: intranet (10.0.0.1) is not on the public internet',
    );
  });

  it('counts as the answer without a target', async () => {
    const origin = await serve((_, response) => response.writeHead(302).end());
    expect((await fetchFile(origin, network)).response).toMatchObject({ status: 302, failure: null });
  });
});

describe('a failure', () => {
  const failureAt = async (url: string, from: Network = network) => (await fetchFile(url, from)).response.failure;

  it('maps a name failure to dns', async () => {
    const error = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    const lookup = () => Promise.reject(error);
    expect(await failureAt('https://no.example/', { fetch, lookup })).toBe('dns');
  });

  it('maps a connection failure to connect, reset, protocol or tls', async () => {
    const closed = await listen(createServer());
    servers.splice(0).forEach((server) => {
      server.close();
    });
    expect(await failureAt(closed)).toBe('connect');
    expect(await failureAt(await listen(createServer((socket) => socket.destroy())))).toBe('reset');
    const noHttp = await listen(createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')));
    expect(await failureAt(noHttp)).toBe('protocol');
    expect(await failureAt(noHttp.replace('http:', 'https:'))).toBe('tls');
  });

  it('maps a body failure to decoding', async () => {
    const origin = await serve((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'));
    expect(await failureAt(origin)).toBe('decoding');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['EAI_AGAIN', 'dns'],
    ['ETIMEDOUT', 'timeout'],
    ['EHOSTUNREACH', 'connect'],
    ['HPE_HEADER_OVERFLOW', 'too-large'],
    ['SOMETHING_NEW', 'protocol'],
  ])('maps the code %s to %s', (code, failure) => {
    expect(toFailure(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }))).toBe(failure);
  });

  it('maps an expired deadline to timeout', () => {
    expect(toFailure(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe('timeout');
  });
});

describe('test for public addresses', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.51.100.7',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '2001:db8::1',
    '2001::7f00:1',
    '2002:7f00:1::',
    '3fff::1',
    '168.63.129.16',
    '192.88.99.1',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
