import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Network } from './fetch-file.ts';

const DECODERS = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** Node's DNS and HTTP. Node's `fetch` cannot connect to a given address. */
export const nodeNetwork: Network = {
  fetch: (url, { headers, method = 'GET', body, signal }, addresses) =>
    new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const options = {
        method,
        signal,
        agent: false,
        headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
        lookup: createLookup(addresses),
      };
      send(url, options, (answer) => resolve(toAnswer(answer)))
        .on('error', reject)
        .end(body);
    }),
  lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
};

/** Returns a lookup that finds these addresses for every name, or undefined if there are none. */
function createLookup(addresses: readonly string[]): LookupFunction | undefined {
  const [first] = addresses;
  if (first === undefined) return undefined;
  return (_host, { all }, done) => {
    if (all)
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    else done(null, first, isIP(first));
  };
}

function toAnswer(answer: IncomingMessage) {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return { status: answer.statusCode ?? 0, headers, body: Readable.toWeb(decode(answer)) };
}

function decode(answer: IncomingMessage): Readable {
  // Ignore other members of the field, such as `identity` and an empty member.
  const codings = (answer.headers['content-encoding'] ?? '').toLowerCase().split(/[\s,]+/);
  const createDecoder = Object.entries(DECODERS).find(([name]) => codings.includes(name))?.[1];
  // Pass errors of both streams to the reader.
  return createDecoder === undefined ? answer : pipeline(answer, createDecoder(), () => {});
}
