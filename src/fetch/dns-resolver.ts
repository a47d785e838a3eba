import { queryDnsServer } from './query-dns-server.ts';
import { type DnsAnswer, type RecordType, readDnsAnswer } from './read-dns-answer.ts';
import { parseSocketAddress, type SocketAddress } from './socket-address.ts';

const TRY_MS = 2_000;
const TRIES = 2;
const DNS_PORT = 53;
/**
 * Time that an answer is kept. A visit fetches several files of one host within seconds, and a pinned answer cannot
 * rebind.
 */
const MAX_CACHE_MS = 60_000;
/** Most cached hosts, above the number of concurrent visits. */
const MAX_CACHED_NAMES = 2_000;
/** Most TXT records read. A proof needs only one record. */
const MAX_TXT_RECORDS = 100;

export type Addresses =
  /** All addresses, IPv4 first. They may be private. */
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string };

export type TxtRecords =
  | { readonly kind: 'records'; readonly records: readonly string[] }
  /** `nameExists`: false where a majority says that there is no such name at all. */
  | { readonly kind: 'absent'; readonly nameExists: boolean }
  | { readonly kind: 'failed'; readonly detail: string };

export type DnsResolver = ReturnType<typeof createDnsResolver>;

interface CacheEntry {
  readonly answer: Promise<Addresses>;
  until: number;
}

/**
 * Creates DNS lookups through the configured servers only. Neither method rejects. `name` is lower case, without a
 * trailing dot.
 */
export function createDnsResolver(addresses: readonly string[], now: () => number) {
  const parsed = addresses.map((address) => parseSocketAddress(address, DNS_PORT));
  // A repeated server must not count twice in a majority.
  const servers = [...new Map(parsed.map((server) => [`${server.host} ${server.port}`, server])).values()];
  const cache = new Map<string, CacheEntry>();
  let nextServer = 0;

  async function lookUp(name: string, entry: { until: number }): Promise<Addresses> {
    const first = nextServer++;
    let detail = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const server = servers[(first + attempt) % servers.length];
      const answers = await query(server, name, ['A', 'AAAA']);
      const records = answers.filter((answer) => answer.kind === 'records');
      if (records.length > 0) {
        const ttl = Math.min(...records.map((answer) => answer.ttl));
        entry.until = now() + Math.min(ttl * 1_000, MAX_CACHE_MS);
        return { kind: 'addresses', addresses: records.flatMap((answer) => answer.values) };
      }
      const empty = answers.filter((answer) => answer.kind !== 'records');
      const failed = empty.find((answer) => answer.kind === 'failed');
      detail = (failed ?? empty[0])?.detail ?? '';
      if (!failed) break;
    }
    return { kind: 'failed', detail };
  }

  return {
    resolveAddresses(name: string): Promise<Addresses> {
      const cached = cache.get(name);
      if (cached && now() < cached.until) return cached.answer;
      // Share running lookups. The TTL of the answer sets `until`.
      const entry = { until: now() + TRIES * TRY_MS };
      const answer = lookUp(name, entry).then((found) => {
        if (found.kind === 'failed') cache.delete(name);
        return found;
      });
      const oldest = cache.size >= MAX_CACHED_NAMES ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
      cache.delete(name);
      cache.set(name, Object.assign(entry, { answer }));
      return answer;
    },

    /** Returns TXT records that a majority of the servers returns. Queries every server. */
    async resolveTxt(name: string): Promise<TxtRecords> {
      return findMajority(await Promise.all(servers.map((server) => readTxt(server, name))));
    },
  };
}

async function readTxt(server: SocketAddress, name: string): Promise<DnsAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const [answer] = await query(server, name, ['TXT']);
    if (answer && (answer.kind !== 'failed' || attempt === TRIES)) return answer;
  }
}

async function query(
  server: SocketAddress | undefined,
  name: string,
  types: readonly RecordType[],
): Promise<readonly DnsAnswer[]> {
  if (!server) return types.map(() => ({ kind: 'failed', detail: 'no resolver is configured' }));
  const queries = types.map((type) => ({ type, name }));
  const replies = await queryDnsServer(server, queries, TRY_MS);
  return types.map((type, i) => {
    const reply = replies[i];
    return reply?.kind === 'reply'
      ? readDnsAnswer(reply.packet, name, type)
      : { kind: 'failed', detail: reply?.detail ?? '' };
  });
}

/** Returns the records that more than half of all queried servers return. The absence of records needs an equal majority. */
function findMajority(answers: readonly DnsAnswer[]): TxtRecords {
  const majority = Math.floor(answers.length / 2) + 1;
  const counts = new Map<string, number>();
  for (const answer of answers) {
    if (answer.kind !== 'records') continue;
    for (const record of new Set(answer.values.slice(0, MAX_TXT_RECORDS)))
      counts.set(record, (counts.get(record) ?? 0) + 1);
  }
  const records = [...counts].filter(([, count]) => count >= majority).map(([record]) => record);
  if (records.length > 0) return { kind: 'records', records };
  const absent = answers.filter((answer) => answer.kind === 'absent');
  if (absent.length >= majority) {
    return { kind: 'absent', nameExists: absent.filter(({ nameExists }) => !nameExists).length < majority };
  }
  const failures = answers.filter((answer) => answer.kind === 'failed').map(({ detail }) => detail);
  const detail =
    failures.length > 0 ? `no majority of resolvers answered (${failures.join(', ')})` : 'the resolvers disagree';
  return { kind: 'failed', detail };
}
