import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { createPreview, decodeBody, parse } from '#llmstxt';
import { hashOf } from '../../src/crawl/visit/hash-of.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import { listCorpus } from '../llmstxt/corpus.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { leaseOne } from '../store/lease-one.ts';
import { DAY, LISTED, T0, visitOf } from '../store/sample-visit.ts';
import { report } from './figure.ts';

/**
 * Measures versions of real files in the database, next to the gzip bytes of their texts: the rows alone, and the tables with
 * indexes and free space.
 */
const BENCH = 'history';
const MAX_RATIO = 1.3;
/** Copies of each file. With few files, the first pages of each table and index would be a tenth of the bytes. */
const COPIES = 6;

const newer = new Map(listCorpus('llms').map(({ name, body }) => [name, body]));
const pairs = listCorpus('llms-older').flatMap(({ name, body }) => {
  const later = newer.get(name);
  if (later === undefined) return [];
  const texts = [body, later].map((bytes) => decodeBody(bytes).text);
  return Array.from({ length: COPIES }, (_, copy) => texts.map((text) => `${text}\nCopy ${copy}\n`));
});
const opened = await openEmbeddedTestStore();
try {
  await opened.store.track(pairs.map((_, at) => `site${at}.example`));
  const gzipped = new Map<string, number>();
  for (const [at, texts] of pairs.entries()) {
    let before: string | null = null;
    for (const body of texts) {
      opened.clock.now += DAY;
      await visit(`site${at}.example`, body, before);
      gzipped.set(body, gzipSync(body).length);
      before = body;
    }
  }
  const gzip = [...gzipped.values()].reduce((sum, bytes) => sum + bytes, 0);
  const texts = await sizeOf('select sum(pg_column_size(t.*))::int as bytes from directory.texts t');
  const rows = await sizeOf('select sum(pg_column_size(v.*))::int as bytes from directory.versions v');
  const whole = await sizeOf(`
    select (pg_total_relation_size('directory.texts')
      + pg_total_relation_size('directory.versions'))::int as bytes`);
  const peer = `gzip of ${gzipped.size} distinct texts`;
  const common = { bench: BENCH, unit: 'bytes', peer, peerValue: gzip };
  report({ ...common, figure: 'texts of versions', value: texts });
  report({ ...common, figure: 'what is known of each version', value: rows });
  report({ ...common, figure: 'tables and indexes', value: whole, bar: { atMost: MAX_RATIO } });
} finally {
  await opened.close();
}

async function visit(domain: string, body: string, before: string | null): Promise<void> {
  const { store, clock } = opened;
  const run = `${domain} ${clock.now - T0}`;
  await store.openRun({ id: run, kind: 'scheduled' });
  const leased = await leaseOne(store, domain, run);
  const hash = hashOf(Buffer.from(body));
  const preview = createPreview(parse(body, { url: `https://${domain}/llms.txt` }));
  const changes = before === null ? null : summarizeChanges(before, body);
  const files = { text: { hash, body }, preview, changes };
  await store.apply(visitOf(leased, run, clock.now, { ...LISTED, content_hash: hash }, files));
  await store.settleRun(run);
}

async function sizeOf(sql: string): Promise<number> {
  return z.array(z.object({ bytes: z.int() })).parse(await opened.query(sql))[0]?.bytes ?? 0;
}
