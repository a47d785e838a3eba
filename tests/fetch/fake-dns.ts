import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Answer, decode, encode, type Question } from 'dns-packet';

export interface Said {
  readonly answers?: readonly Answer[];
  readonly rcode?: number;
  /** True to set the TC bit. */
  readonly cut?: boolean;
  /** Raw bytes of an answer. The query's id is prepended. */
  readonly raw?: Buffer;
  readonly wrongId?: boolean;
  readonly wrongQuestion?: boolean;
  /** True to send no answer. */
  readonly silent?: boolean;
}

export interface FakeDns {
  readonly address: string;
  /** Queries as `type name transport`, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** Starts a DNS server on loopback with the test's answers only. */
export async function startFakeDns(
  say: (question: Question, transport: 'udp' | 'tcp') => Said | readonly Said[],
): Promise<FakeDns> {
  const asked: string[] = [];

  function messages(query: Buffer, transport: 'udp' | 'tcp'): Buffer[] {
    const { id = 0, questions } = decode(query);
    const [question] = questions ?? [];
    if (!question) return [];
    asked.push(`${question.type} ${question.name} ${transport}`);
    return [say(question, transport)].flat().flatMap((said) => (said.silent ? [] : [message(id, question, said)]));
  }

  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.byteLength < 2 || received.byteLength < 2 + received.readUInt16BE(0)) return;
      for (const answer of messages(received.subarray(2), 'tcp')) {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.byteLength);
        // Send two pieces, as networks may do.
        socket.write(length);
        socket.write(answer);
      }
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, from) => {
    for (const answer of messages(query, 'udp')) udp.send(answer, from.port, from.address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      udp.close();
      tcp.close();
    },
  };
}

function message(id: number, question: Question, said: Said): Buffer {
  if (said.raw) {
    const head = Buffer.alloc(2);
    head.writeUInt16BE(id);
    return Buffer.concat([head, said.raw]);
  }
  const TC = 0x0200;
  const RD_RA = 0x0180;
  return encode({
    type: 'response',
    id: said.wrongId ? (id + 1) % 0x1_0000 : id,
    flags: RD_RA | (said.cut ? TC : 0) | (said.rcode ?? 0),
    questions: [said.wrongQuestion ? { ...question, name: 'somebody-else.com' } : question],
    answers: [...(said.answers ?? [])],
  });
}

export const a = (name: string, data: string, ttl = 0): Answer => ({ type: 'A', name, data, ttl });
export const aaaa = (name: string, data: string, ttl = 0): Answer => ({ type: 'AAAA', name, data, ttl });
export const cname = (name: string, data: string): Answer => ({ type: 'CNAME', name, data, ttl: 0 });
export const txt = (name: string, ...strings: (string | Buffer)[]): Answer => ({
  type: 'TXT',
  name,
  data: strings,
  ttl: 0,
});
