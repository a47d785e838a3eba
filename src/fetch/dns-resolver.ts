import { type DnsAnswer, type RecordKind, readDnsAnswer } from './read-dns-answer.ts';
import { askServer } from './query-dns-server.ts';
import { parseSocketAddress } from './socket-address.ts';

const TRY_MS = 2_000;
const TRIES = 2;
const DNS_PORT = 53;
/** A visit fetches several files of one host within seconds; nobody gains from asking again, and a pinned answer cannot rebind. */
const MAX_CACHE_MS = 60_000;
/** Hosts under way at once, with room. */
const MAX_CACHED_NAMES = 2_000;
/** A proof is one record; a zone with more than this is not read to its end. */
const MAX_TXT_RECORDS = 100;

export type Addresses =
  /** All of them, IPv4 first, not yet judged. */
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  | { readonly kind: 'failed'; readonly detail: string };

export type TxtRecords =
  | { readonly kind: 'records'; readonly records: readonly string[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly detail: string };

/** DNS by the configured servers only. Neither method rejects. `name` is lower case, without a trailing dot. */
export interface Resolver {
  addressesOf(name: string): Promise<Addresses>;
  /** What a majority of the servers sees; every server is asked. */
  txtOf(name: string): Promise<TxtRecords>;
}

interface Cached {
  readonly answer: Promise<Addresses>;
  until: number;
}

export function createResolver(servers: readonly string[], now: () => number): Resolver {
  const resolvers = servers.map((server) => parseSocketAddress(server, DNS_PORT));
  const cache = new Map<string, Cached>();
  let turn = 0;

  async function ask(index: number, name: string, kinds: readonly RecordKind[]): Promise<readonly DnsAnswer[]> {
    const server = resolvers[index % resolvers.length];
    if (!server) return kinds.map(() => ({ kind: 'failed', detail: 'no resolver is configured' }));
    const questions = kinds.map((type) => ({ type, name }));
    const replies = await askServer(server, questions, TRY_MS);
    return replies.map((reply, i) => {
      const kind = kinds[i];
      if (reply.kind === 'failed' || !kind)
        return { kind: 'failed', detail: reply.kind === 'failed' ? reply.detail : '' };
      return readDnsAnswer(reply.packet, name, kind);
    });
  }

  async function lookUp(name: string, entry: { until: number }): Promise<Addresses> {
    const first = turn++;
    let detail = '';
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const answers = await ask(first + attempt, name, ['A', 'AAAA']);
      const found = answers.filter((answer) => answer.kind === 'records');
      if (found.length > 0) {
        const ttl = Math.min(...found.map((answer) => answer.ttl));
        entry.until = now() + Math.min(ttl * 1_000, MAX_CACHE_MS);
        return { kind: 'addresses', addresses: found.flatMap((answer) => answer.values) };
      }
      const empty = answers.filter((answer) => answer.kind !== 'records');
      const failed = empty.find((answer) => answer.kind === 'failed');
      detail = (failed ?? empty[0])?.detail ?? '';
      if (!failed) break;
    }
    return { kind: 'failed', detail };
  }

  async function txtFrom(index: number, name: string): Promise<DnsAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const [answer] = await ask(index, name, ['TXT']);
      if (answer && (answer.kind !== 'failed' || attempt === TRIES)) return answer;
    }
  }

  return {
    addressesOf(name) {
      const known = cache.get(name);
      if (known && now() < known.until) return known.answer;
      // Questions under way are shared: the end is set when the answer says how long it holds.
      const entry = { until: now() + TRIES * TRY_MS };
      const answer = lookUp(name, entry).then((addresses) => {
        if (addresses.kind === 'failed') cache.delete(name);
        return addresses;
      });
      const oldest = cache.size >= MAX_CACHED_NAMES ? cache.keys().next().value : undefined;
      if (oldest !== undefined) cache.delete(oldest);
      cache.delete(name);
      cache.set(name, Object.assign(entry, { answer }));
      return answer;
    },

    async txtOf(name) {
      const answers = await Promise.all(resolvers.map((_, index) => txtFrom(index, name)));
      return majorityOf(answers);
    },
  };
}

/** A record counts when more than half of all asked servers see it; so does the absence of any. */
function majorityOf(answers: readonly DnsAnswer[]): TxtRecords {
  const enough = Math.floor(answers.length / 2) + 1;
  const seen = new Map<string, number>();
  for (const answer of answers) {
    if (answer.kind !== 'records') continue;
    for (const record of new Set(answer.values.slice(0, MAX_TXT_RECORDS)))
      seen.set(record, (seen.get(record) ?? 0) + 1);
  }
  const records = [...seen].filter(([, count]) => count >= enough).map(([record]) => record);
  if (records.length > 0) return { kind: 'records', records };
  if (answers.filter(({ kind }) => kind === 'absent').length >= enough) return { kind: 'absent' };
  const failures = answers.filter((answer) => answer.kind === 'failed').map(({ detail }) => detail);
  return {
    kind: 'failed',
    detail:
      failures.length > 0 ? `no majority of resolvers answered (${failures.join(', ')})` : 'the resolvers disagree',
  };
}
