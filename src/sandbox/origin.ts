import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificates } from './certificates.ts';
import { respond, type SentResponse } from './respond.ts';
import type { WebSource } from './web-source.ts';

/** First byte of a TLS handshake record (RFC 8446, section 5.1). Other connections use plain HTTP. */
const TLS_HANDSHAKE = 0x16;
/** Longest time without a first byte from a client. Afterwards Node's limits apply. */
const SILENCE_MS = 20_000;

/**
 * Opens a server on loopback for every site of a web. The server serves TLS by SNI, responses by Host, and http and
 * https on one port.
 */
export async function openOrigin(
  web: WebSource,
  certificates: Certificates,
  at: { readonly host: string; readonly port: number },
) {
  const closing = new AbortController();
  const serve = (scheme: 'https' | 'http') => (request: IncomingMessage, response: ServerResponse) => {
    answer(web, scheme, request, response, closing.signal).catch(() => response.destroy());
  };
  const options = { maxHeaderSize: 65_536 };
  const plain = createHttp(options, serve('http'));
  const secure = createHttps(
    {
      ...options,
      SNICallback: (name, done) => {
        const host = name.toLowerCase();
        const kind = web.certificate(host);
        if (kind === 'stalled') return;
        certificates.contextFor(web.certificateNames?.(host) ?? [host], kind).then(
          (context) => done(null, context),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        );
      },
    },
    serve('https'),
  );
  // Ignore clients without SNI and clients that distrust the certificate.
  secure.on('tlsClientError', (_, socket) => socket.destroy());

  const open = new Set<Socket>();
  const listener = createTcp((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (!first) return;
      socket.setTimeout(0);
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
    });
  });
  listener.listen({ host: at.host, port: at.port, backlog: 1024 });
  await once(listener, 'listening');
  const bound: AddressInfo | string | null = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('the origin has no port');

  return {
    /** `host:port` for https and http. */
    address: `${at.host}:${bound.port}`,
    async close() {
      closing.abort();
      listener.close();
      for (const socket of open) socket.destroy();
      await once(listener, 'close');
    },
  };
}

async function answer(
  web: WebSource,
  scheme: 'https' | 'http',
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const target = request.url ?? '/';
  const path = target.split('?', 1)[0] ?? '/';
  const method = request.method ?? 'GET';
  if (method === 'POST' && web.receive) {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const status = await web.receive({ host, scheme, method, path, headers, body: await text(request) });
    if (status !== null) return send(response, { status, headers: {}, body: null });
  }
  const webAnswer = await web.answer({ host, scheme, method, path });
  if (webAnswer.delayMs) await wait(webAnswer.delayMs, undefined, { signal: closing });
  if (webAnswer.fault === 'reset') request.socket.resetAndDestroy();
  if (webAnswer.fault) return;
  const sent = respond(webAnswer, {
    method,
    ifNoneMatch: request.headers['if-none-match'],
    ifModifiedSince: request.headers['if-modified-since'],
    acceptEncoding: request.headers['accept-encoding'],
  });
  send(response, sent);
}

function send(response: ServerResponse, { status, headers, body }: SentResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isSendable(name, value)) response.setHeader(name, value);
  }
  response.writeHead(status);
  response.end(body);
}

/** Reports whether Node can send a recorded field, because Node refuses some bytes. */
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
