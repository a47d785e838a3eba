import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, TRUNCATED_RESPONSE } from 'dns-packet';
import type { WebSource } from './web-source.ts';

/** TTL of answers, in s. A resolver must not cache answers beyond a test. */
const TTL_S = 5;
/** Longest UDP answer without EDNS (RFC 1035, section 4.2.1). Longer answers need TCP. */
const UDP_BYTES = 512;
/** RCODEs of RFC 1035, section 4.1.1, in the low bits of the flags. */
const NXDOMAIN = 3;
const REFUSED = 5;
/** Most tries to get equal port numbers for UDP and TCP. The TCP port may be in use. */
const PORT_TRIES = 20;

export type DnsServer = Awaited<ReturnType<typeof openDnsServer>>;

/**
 * Opens a DNS server for the names of a web, over UDP and TCP on one port. The server answers A, AAAA and TXT, and
 * refuses other names.
 */
export async function openDnsServer(
  web: WebSource,
  originHost: string,
  at: { readonly host: string; readonly port: number },
) {
  const { udp, tcp, port } = await bind(at);
  udp.on('message', (message, peer) => {
    const query = parse(message);
    if (!query) return;
    const reply = encode(answerFor(web, originHost, query));
    const limit = Math.max(UDP_BYTES, edns(query));
    udp.send(reply.byteLength > limit ? encode(truncated(query)) : reply, peer.port, peer.address);
  });
  // Ignore an ICMP refusal of a late answer.
  udp.on('error', () => {});
  const open = new Set<Socket>();
  tcp.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serveTcp(socket, (query) => answerFor(web, originHost, query));
  });
  return {
    address: `${at.host}:${port}`,
    async close() {
      for (const socket of open) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function answerFor(web: WebSource, originHost: string, query: Packet): Packet {
  const [question] = query.questions ?? [];
  const base: Packet = { type: 'response', id: query.id, questions: query.questions ?? [], answers: [] };
  const name = question?.name.toLowerCase().replace(/\.$/, '') ?? '';
  if (!question || !web.knows(name)) return { ...base, flags: REFUSED };
  const records = web.records(name);
  if (!records) return { ...base, flags: AUTHORITATIVE_ANSWER | NXDOMAIN };
  const answers: Answer[] = [];
  const common = { name: question.name, ttl: web.ttlS ?? TTL_S, class: 'IN' } as const;
  if (question.type === 'A') {
    const addresses = records.a === 'origin' ? [originHost] : records.a;
    for (const data of addresses) answers.push({ ...common, type: 'A', data });
  } else if (question.type === 'AAAA') {
    for (const data of records.aaaa) answers.push({ ...common, type: 'AAAA', data });
  } else if (question.type === 'TXT') {
    for (const strings of records.txt) answers.push({ ...common, type: 'TXT', data: [...strings] });
  }
  return { ...base, flags: AUTHORITATIVE_ANSWER, answers };
}

const truncated = (query: Packet): Packet => ({
  type: 'response',
  id: query.id,
  questions: query.questions ?? [],
  flags: AUTHORITATIVE_ANSWER | TRUNCATED_RESPONSE,
});

function edns(query: Packet): number {
  const option = query.additionals?.find((record) => record.type === 'OPT');
  return option && 'udpPayloadSize' in option ? option.udpPayloadSize : 0;
}

function parse(message: Buffer): Packet | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

/** Serves a TCP connection. Messages start with their length in two bytes (RFC 1035, section 4.2.2). */
function serveTcp(socket: Socket, reply: (query: Packet) => Packet): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.byteLength >= 2 && pending.byteLength >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const query = parse(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (!query) {
        socket.destroy();
        return;
      }
      const body = encode(reply(query));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(body.byteLength);
      socket.write(Buffer.concat([length, body]));
    }
  });
}

async function bind(at: { readonly host: string; readonly port: number }) {
  for (let left = PORT_TRIES; ; left -= 1) {
    const udp = createSocket('udp4');
    udp.bind(at.port, at.host);
    await once(udp, 'listening');
    const { port } = udp.address();
    const tcp = createServer();
    tcp.listen({ host: at.host, port });
    try {
      await once(tcp, 'listening');
      return { udp, tcp, port };
    } catch (error) {
      udp.close();
      if (at.port !== 0 || left === 0) throw error;
    }
  }
}
