import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createConnection, isIPv6 } from 'node:net';
import { type DecodedPacket, decode, encode, type Question, RECURSION_DESIRED, streamEncode } from 'dns-packet';
import type { SocketAddress } from './socket-address.ts';

/** Answers in one UDP packet that no path fragments (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
/** Length prefix and the largest message (RFC 1035 §4.2.2). */
const MAX_TCP_BYTES = 2 + 65_535;

export type Reply =
  | { readonly kind: 'reply'; readonly packet: DecodedPacket }
  | { readonly kind: 'failed'; readonly detail: string };

interface Pending {
  readonly question: Question;
  readonly id: number;
  reply: Reply | null;
}

/**
 * Asks one server these questions together, over UDP and, where an answer was cut, over TCP.
 * One reply for each question, in order; never rejects, never takes longer than `timeoutMs`.
 */
export async function askServer(
  server: SocketAddress,
  questions: readonly Question[],
  timeoutMs: number,
): Promise<readonly Reply[]> {
  const endsAt = performance.now() + timeoutMs;
  const replies = await askUdp(server, questions, timeoutMs);
  return Promise.all(
    replies.map((reply, i) => {
      const question = questions[i];
      if (!question || reply.kind === 'failed' || !reply.packet.flag_tc) return reply;
      return askTcp(server, question, endsAt - performance.now());
    }),
  );
}

function askUdp(server: SocketAddress, questions: readonly Question[], timeoutMs: number): Promise<readonly Reply[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Reply[]>();
  const pending: Pending[] = questions.map((question) => ({ question, id: newId(), reply: null }));
  // A socket for each exchange: its port is as hard to guess as its id, and a connected one hears this server only.
  const socket = createSocket(isIPv6(server.host) ? 'udp6' : 'udp4');
  const timer = setTimeout(() => finish('no answer'), timeoutMs);
  let finished = false;

  function finish(detail: string): void {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    socket.close();
    resolve(pending.map(({ reply }) => reply ?? { kind: 'failed', detail }));
  }

  // The error of a closed port comes back to a connected socket.
  socket.on('error', (error) => finish(error.message));
  socket.on('message', (message) => {
    const packet = parsePacket(message);
    const match = pending.find((one) => one.reply === null && answers(packet, one));
    // Anything else may be forged: the real answer may still come.
    if (!match || !packet) return;
    match.reply = { kind: 'reply', packet };
    if (pending.every(({ reply }) => reply !== null)) finish('');
  });
  socket.connect(server.port, server.host, (error?: Error) => {
    if (error) finish(error.message);
    if (finished) return;
    for (const { id, question } of pending) {
      socket.send(
        encode({
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
        }),
      );
    }
  });
  return promise;
}

function askTcp(server: SocketAddress, question: Question, timeoutMs: number): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const one: Pending = { question, id: newId(), reply: null };
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
    socket.write(streamEncode({ type: 'query', id: one.id, flags: RECURSION_DESIRED, questions: [question] }));
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
    if (packet && answers(packet, one)) finish({ kind: 'reply', packet });
    else finish({ kind: 'failed', detail: 'an answer to another question over TCP' });
  });
  return promise;
}

/** Unpredictable: whoever cannot see the question must guess it (RFC 5452). */
const newId = () => randomInt(0x1_0000);

function parsePacket(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

function answers(packet: DecodedPacket | null, { id, question }: Pending): boolean {
  const [asked, ...more] = packet?.questions ?? [];
  return (
    packet?.type === 'response' &&
    packet.id === id &&
    more.length === 0 &&
    asked?.type === question.type &&
    asked.name.toLowerCase() === question.name
  );
}
