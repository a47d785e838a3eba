import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { indexSchema, manifestSchema } from '../../directory/snapshot-format.ts';
import { recordSchema } from './copy-store.ts';

/** A directory that cannot be read at the moment, or that is none. */
export class MirrorError extends Error {
  override readonly name = 'MirrorError';
}

/** Longer silence is a dead network. */
const ANSWER_WITHIN_MS = 60_000;
/** A file of a hundred megabytes over a slow line. */
const FILE_WITHIN_MS = 30 * 60_000;
const MAX_TRIES = 5;
const DEFAULT_PAUSE_S = 2;
const MAX_PAUSE_S = 120;

const changesSchema = z.object({
  // Links and hints that the API adds to a record for who looks a domain up are no part of it.
  changes: z.array(
    z.object({
      domain: z.string().min(1),
      record: recordSchema.transform(({ badge: _, claim: __, ...record }) => record).nullable(),
    }),
  ),
  cursor: z.string(),
  more: z.boolean(),
  reset: z.literal(true).optional(),
});

/** The snapshot that the directory names as its newest; null when it publishes none. */
export async function findSnapshot(baseUrl: string, signal: AbortSignal) {
  const answer = await request(`${baseUrl}/data/latest.json`, signal);
  if (answer.status === 404) return null;
  const { date } = latestSchema.parse(await jsonOf(answer));
  const manifest = manifestSchema.parse(await jsonOf(await request(`${baseUrl}/data/${date}/manifest.json`, signal)));
  return { manifest, urlOf: (name: string) => `${baseUrl}/data/${date}/${name}` };
}
const latestSchema = indexSchema.shape.snapshots.element;

/** What has changed after a cursor (null: everything); null when nothing has. */
export async function readChanges(baseUrl: string, cursor: string | null, limit: number, signal: AbortSignal) {
  const url = new URL(`${baseUrl}/v1/changes`);
  url.searchParams.set('limit', String(limit));
  if (cursor !== null) url.searchParams.set('since', cursor);
  const answer = await request(url, signal, cursor === null ? {} : { 'if-none-match': `"${cursor}"` });
  return answer.status === 304 ? null : changesSchema.parse(await jsonOf(answer));
}

/** The body of a file, as it comes. */
export async function* download(url: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { ok, status, body } = await request(url, signal, {}, FILE_WITHIN_MS);
  if (!ok || body === null) throw new MirrorError(`${url} answered ${status}`);
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function jsonOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new MirrorError(`${answer.url} answered ${answer.status}`);
  return await answer.json();
}

/** Who is refused for a while waits as long as the answer says. */
async function request(
  url: string | URL,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  withinMs = ANSWER_WITHIN_MS,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const answer = await fetch(url, { headers, signal: within });
    if ((answer.status !== 429 && answer.status !== 503) || tries === MAX_TRIES) return answer;
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('retry-after') ?? DEFAULT_PAUSE_S);
    await wait(1_000 * Math.min(Number.isFinite(seconds) ? seconds : DEFAULT_PAUSE_S, MAX_PAUSE_S), undefined, {
      signal,
    });
  }
}
