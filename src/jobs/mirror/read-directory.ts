import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';
import { addedMembers } from '../../directory/record.ts';
import { indexSchema, MANIFEST, manifestSchema, SNAPSHOT_FORMAT } from '../../directory/snapshot-format.ts';
import { paths } from '../../directory/urls.ts';
import { type CopiedRecord, recordSchema } from './copy-store.ts';
import { MirrorError, toMirrorError } from './mirror-error.ts';

/** Longest silence, after which the network counts as dead. */
const ANSWER_WITHIN_MS = 60_000;
/** Longest time of a download, enough for a hundred megabytes over a slow line. */
const FILE_WITHIN_MS = 30 * 60_000;
const MAX_TRIES = 5;
const DEFAULT_PAUSE_S = 2;
const MAX_PAUSE_S = 120;
/** Largest JSON answer. A page of 1,000 changes has about 2 MB, and the manifests of a year have 20 kB. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const changesSchema = z.object({
  changes: z.array(z.object({ domain: z.string().min(1), record: recordSchema.transform(toStored).nullable() })),
  cursor: z.string(),
  more: z.boolean(),
  reset: z.literal(true).optional(),
});

/** Removes the members that the API adds to a record. */
function toStored(record: CopiedRecord): CopiedRecord {
  const stored = Object.entries(record).filter(([name]) => !Object.hasOwn(addedMembers, name));
  return { ...Object.fromEntries(stored), domain: record.domain };
}

/** Returns the newest snapshot of the directory, or null. */
export async function findSnapshot(baseUrl: string, signal: AbortSignal) {
  const answer = await request(`${baseUrl}${paths.latestSnapshot}`, signal);
  if (answer.status === 404) return null;
  const { date } = await parseAnswer(answer, latestSchema);
  const toUrl = (name: string) => `${baseUrl}${paths.snapshotFile(date, name)}`;
  const manifest = await parseAnswer(await request(toUrl(MANIFEST), signal), readableSchema);
  if (!('files' in manifest)) {
    const advice = `This program reads format ${SNAPSHOT_FORMAT}. Update it`;
    throw new MirrorError(`${toUrl(MANIFEST)} has format ${manifest.format}. ${advice}`);
  }
  return { manifest, toUrl };
}
const latestSchema = indexSchema.shape.snapshots.element;
const newerSchema = z.object({ format: z.int().min(SNAPSHOT_FORMAT + 1) });
const readableSchema = z.union([manifestSchema, newerSchema]);

/** Returns the changes after a cursor (all changes if null), or null if there are none. */
export async function readChanges(baseUrl: string, cursor: string | null, limit: number, signal: AbortSignal) {
  const url = new URL(`${baseUrl}/v1/changes`);
  url.searchParams.set('limit', String(limit));
  if (cursor !== null) url.searchParams.set('since', cursor);
  const answer = await request(url, signal, cursor === null ? {} : { 'if-none-match': `"${cursor}"` });
  if (answer.status === 404) throw notADirectory(answer.url, 'answered 404');
  return answer.status === 304 ? null : await parseAnswer(answer, changesSchema);
}

/** Yields the body of a file. Throws a `MirrorError` after `maxBytes`. */
export async function* download(url: string, maxBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* readBody(await request(url, signal, {}, FILE_WITHIN_MS), maxBytes);
}

async function* readBody({ ok, status, url, body }: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (!ok || body === null) throw new MirrorError(`${url} answered ${status}. Try again later`);
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > maxBytes) throw new MirrorError(`${url} has more than ${maxBytes} bytes`);
      yield part;
    }
  } catch (error) {
    throw toMirrorError(error, url);
  }
}

async function parseAnswer<Schema extends z.ZodType>(answer: Response, schema: Schema): Promise<z.infer<Schema>> {
  const parts: Uint8Array[] = [];
  for await (const part of readBody(answer, MAX_JSON_BYTES)) parts.push(part);
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(Buffer.concat(parts))));
  if (!parsed.success) throw notADirectory(answer.url, 'is not the JSON of a directory');
  return parsed.data;
}

function notADirectory(url: string, reason: string): MirrorError {
  return new MirrorError(`${url} ${reason}. Check that <base_url> is the URL of a directory`);
}

/** Waits as requested by a refusal, and retries. */
async function request(
  url: string | URL,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  withinMs = ANSWER_WITHIN_MS,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const answer = await fetchWithinOrigin(new URL(url), { headers, signal: within });
    if ((answer.status !== 429 && answer.status !== 503) || tries === MAX_TRIES) return answer;
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('retry-after') ?? DEFAULT_PAUSE_S);
    await wait(1_000 * (seconds >= 0 ? Math.min(seconds, MAX_PAUSE_S) : DEFAULT_PAUSE_S), undefined, { signal });
  }
}

/** Refuses redirects to other hosts, such as internal hosts. */
async function fetchWithinOrigin(start: URL, options: { headers: Record<string, string>; signal: AbortSignal }) {
  let url = start;
  for (let hops = 0; ; hops += 1) {
    const answer = await fetch(url, { ...options, redirect: 'manual' }).catch((error: unknown) => {
      throw toMirrorError(error, url.href);
    });
    const location = answer.headers.get('location');
    if (location === null || !REDIRECTS.has(answer.status)) return answer;
    await answer.body?.cancel();
    const target = URL.parse(location, url);
    if (target?.origin !== start.origin) {
      throw new MirrorError(`${url} redirects to another origin: ${target?.origin ?? location}`);
    }
    if (hops === MAX_REDIRECTS) throw new MirrorError(`${start} redirects more than ${MAX_REDIRECTS} times`);
    url = target;
  }
}
