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

/**
 * DNS lookups through the configured servers only. Neither method rejects. `name` is lower case, without a trailing
 * dot.
 */
export interface DnsResolver {
  resolveAddresses(name: string): Promise<Addresses>;
  /** Returns TXT records that a majority of the servers returns. Queries every server. */
  resolveTxt(name: string): Promise<TxtRecords>;
}

interface CacheEntry {
  readonly answer: Promise<Addresses>;
  until: number;
}

export function createDnsResolver(addresses: readonly string[], now: () => number): DnsResolver {
  const servers = addresses.map((address) => parseSocketAddress(address, DNS_PORT));
  // A repeated server must not count twice in a majority.
  const distinct = new Map(servers.map((server) => [`${server.host} ${server.port}`, server]));
  return new CachingResolver([...distinct.values()], now);
}

class CachingResolver implements DnsResolver {
  readonly #servers: readonly SocketAddress[];
  readonly #now: () => number;
  readonly #cache = new Map<string, CacheEntry>();
  #nextServer = 0;

  constructor(servers: readonly SocketAddress[], now: () => number) {
    this.#servers = servers;
    this.#now = now;
  }

  resolveAddresses(name: string): Promise<Addresses> {
    const known = this.#cache.get(name);
    if (known && this.#now() < known.until) return known.answer;
    // Share running lookups. The TTL of the answer sets `until`.
    const entry = { until: this.#now() + TRIES * TRY_MS };
    const answer = this.#lookUp(name, entry).then((found) => {
      if (found.kind === 'failed') this.#cache.delete(name);
      return found;
    });
    const oldest = this.#cache.size >= MAX_CACHED_NAMES ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.delete(name);
    this.#cache.set(name, Object.assign(entry, { answer }));
    return answer;
  }

  async resolveTxt(name: string): Promise<TxtRecords> {
    return majorityOf(await Promise.all(this.#servers.map((_, index) => this.#txtFrom(index, name))));
  }

  async #lookUp(name: string, entry: { until: number }): Promise<Addresses> {
    const first = this.#nextServer++;
    let detail = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const answers = await this.#query(first + attempt, name, ['A', 'AAAA']);
      const found = answers.filter((answer) => answer.kind === 'records');
      if (found.length > 0) {
        const ttl = Math.min(...found.map((answer) => answer.ttl));
        entry.until = this.#now() + Math.min(ttl * 1_000, MAX_CACHE_MS);
        return { kind: 'addresses', addresses: found.flatMap((answer) => answer.values) };
      }
      const empty = answers.filter((answer) => answer.kind !== 'records');
      const failed = empty.find((answer) => answer.kind === 'failed');
      detail = (failed ?? empty[0])?.detail ?? '';
      if (!failed) break;
    }
    return { kind: 'failed', detail };
  }

  async #txtFrom(index: number, name: string): Promise<DnsAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const [answer] = await this.#query(index, name, ['TXT']);
      if (answer && (answer.kind !== 'failed' || attempt === TRIES)) return answer;
    }
  }

  async #query(index: number, name: string, types: readonly RecordType[]): Promise<readonly DnsAnswer[]> {
    const server = this.#servers[index % this.#servers.length];
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
}

/** Returns the records that more than half of all queried servers return. The absence of records needs an equal majority. */
function majorityOf(answers: readonly DnsAnswer[]): TxtRecords {
  const majority = Math.floor(answers.length / 2) + 1;
  const seen = new Map<string, number>();
  for (const answer of answers) {
    if (answer.kind !== 'records') continue;
    for (const record of new Set(answer.values.slice(0, MAX_TXT_RECORDS)))
      seen.set(record, (seen.get(record) ?? 0) + 1);
  }
  const records = [...seen].filter(([, count]) => count >= majority).map(([record]) => record);
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
