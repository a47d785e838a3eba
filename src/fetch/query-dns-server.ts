import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createConnection, isIPv6 } from 'node:net';
import {
  type DecodedPacket,
  decode,
  encode,
  type Packet,
  type Question,
  RECURSION_DESIRED,
  streamEncode,
} from 'dns-packet';
import type { SocketAddress } from './socket-address.ts';

/** Largest UDP answer, small enough to avoid fragments (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
/** Most bytes of a TCP answer: the length prefix and the largest message (RFC 1035 §4.2.2). */
const MAX_TCP_BYTES = 2 + 65_535;

export type Reply =
  | { readonly kind: 'reply'; readonly packet: DecodedPacket }
  | { readonly kind: 'failed'; readonly detail: string };

interface Query {
  readonly question: Question;
  readonly id: number;
  reply: Reply | null;
}

/**
 * Sends the questions to one server over UDP, and again over TCP if an answer was truncated. Returns one reply per question, in
 * order, within `timeoutMs`. Never rejects. node:dns is not used, because its answers include addresses of other names, and an
 * invalid forged datagram ends its query early.
 */
export async function queryDnsServer(
  server: SocketAddress,
  questions: readonly Question[],
  timeoutMs: number,
): Promise<readonly Reply[]> {
  const endsAt = performance.now() + timeoutMs;
  const replies = await queryUdp(server, questions, timeoutMs);
  return Promise.all(
    replies.map((reply, i) => {
      const question = questions[i];
      if (!question || reply.kind === 'failed' || !reply.packet.flag_tc) return reply;
      return queryTcp(server, question, endsAt - performance.now());
    }),
  );
}

function queryUdp(server: SocketAddress, questions: readonly Question[], timeoutMs: number): Promise<readonly Reply[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Reply[]>();
  const queries: Query[] = questions.map((question) => ({ question, id: newId(), reply: null }));
  // Open one connected socket per exchange, because its port is hard to guess and it receives from this server only.
  const socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4');
  const timer = setTimeout(() => finish('no answer'), timeoutMs);
  let finished = false;

  function finish(detail: string): void {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    socket.close();
    resolve(queries.map(({ reply }) => reply ?? { kind: 'failed', detail }));
  }

  // A connected socket receives the error of a closed port.
  socket.on('error', (error) => finish(error.message));
  socket.on('message', (message) => {
    const packet = parsePacket(message);
    const query = queries.find((one) => one.reply === null && isAnswerTo(packet, one));
    // Ignore other datagrams. A wrong answer may be forged, and the real answer may follow.
    if (!query || !packet) return;
    query.reply = { kind: 'reply', packet };
    if (queries.every(({ reply }) => reply !== null)) finish('');
  });
  socket.connect(server.port, server.host, (error?: Error) => {
    if (error) finish(error.message);
    if (finished) return;
    for (const query of queries) socket.send(encode(toUdpPacket(query)));
  });
  return promise;
}

function toUdpPacket({ id, question }: Query): Packet {
  return {
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  };
}

function queryTcp(server: SocketAddress, question: Question, timeoutMs: number): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const query: Query = { question, id: newId(), reply: null };
  const socket = createConnection({ host: server.host, port: server.port });
  const timer = setTimeout(() => finish({ kind: 'failed', detail: 'no answer over TCP' }), Math.max(timeoutMs, 0));
  const chunks: Buffer[] = [];
  let bytes = 0;

  function finish(reply: Reply): void {
    clearTimeout(timer);
    socket.destroy();
    resolve(reply);
  }

  socket.on('error', (error) => finish({ kind: 'failed', detail: error.message }));
  socket.on('close', () => finish({ kind: 'failed', detail: 'the connection closed before the answer' }));
  socket.on('connect', () => {
    socket.write(streamEncode({ type: 'query', id: query.id, flags: RECURSION_DESIRED, questions: [question] }));
  });
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_TCP_BYTES) {
      finish({ kind: 'failed', detail: 'more than one answer over TCP' });
      return;
    }
    const message = Buffer.concat(chunks);
    if (message.byteLength < 2 || message.byteLength < 2 + message.readUInt16BE(0)) return;
    const packet = parsePacket(message.subarray(2, 2 + message.readUInt16BE(0)));
    if (packet && isAnswerTo(packet, query)) finish({ kind: 'reply', packet });
    else finish({ kind: 'failed', detail: 'an answer to another question over TCP' });
  });
  return promise;
}

/** Returns a random id, so that an attacker who cannot see the query must guess it (RFC 5452). */
const newId = () => randomInt(0x1_0000);

function parsePacket(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

function isAnswerTo(packet: DecodedPacket | null, { id, question }: Query): boolean {
  const [asked, ...more] = packet?.questions ?? [];
  return (
    packet?.type === 'response' &&
    packet.id === id &&
    more.length === 0 &&
    asked?.type === question.type &&
    asked.name.toLowerCase() === question.name
  );
}
