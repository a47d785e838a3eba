import { z } from 'zod';
import {
  type BriefChanges,
  briefChangesSchema,
  type DirectoryChanges,
  directoryChangesSchema,
} from '../../directory/change.ts';
import { DirectoryError } from '../../directory/errors.ts';
import { parseInstant } from '../../directory/parse-instant.ts';
import { toRecord } from '../../directory/record.ts';
import { renderChangesText } from '../../site/content/views/sites/changes-text.ts';
import type { LogPlace } from '../../store/change-log.ts';
import { LOG, writeLines } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { RECORDS_PER_READ } from '../quotas.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import { pageSize } from '../search/listing.ts';
import { toFoundSite } from '../sites/found-site.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';

/** Default and highest number of changes per page of a tool. The number is small, because a model reads all changes. */
const TOOL_LIMIT = 20;
const TOOL_MAX_LIMIT = 100;

const input = z.strictObject({
  since: z
    .string({ error: 'must be a cursor or a time' })
    .max(400, 'must have at most 400 characters')
    .optional()
    .describe(
      'The `cursor` of the previous page, or a time (RFC 3339) to start at. By default, the log starts at the beginning and contains the whole directory.',
    ),
  limit: pageSize(100, 1_000).describe('Page size.'),
});

export const listChanges = defineOperation({
  name: 'listChanges',
  summary: 'Follow the changes of the directory.',
  description: `Returns the directory as a log of domains in the order of their last change, each once with its current record. The log includes removals. If a copy applies every page in order and continues with the last cursor, it equals the directory. A visit that found nothing new is not a change, so \`last_checked\` is the time of the change or later. The log keeps removals forever and may repeat them. Costs one read per ${RECORDS_PER_READ} changes.`,
  access: 'public',
  input,
  output: directoryChangesSchema,
  example: {
    changes: [
      {
        seq: '00000000000000081734.example.com',
        at: '2026-11-20T10:00:02.120Z',
        domain: 'example.com',
        kind: 'changed',
        record: SAMPLE_RECORD,
      },
      {
        seq: '00000000000000081735.gone.example',
        at: '2026-11-20T10:00:05.418Z',
        domain: 'gone.example',
        kind: 'removed',
        record: null,
      },
    ],
    cursor: '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10.81735.gone.example',
    more: false,
  },
  http: {
    method: 'GET',
    path: '/v1/changes',
    quota: 'read',
    freshness: LOG,
    // Use the cursor as the version of an empty page.
    versionOf: ({ changes, cursor, reset }) => (changes.length === 0 && !reset ? cursor : null),
    representations: {
      'application/x-ndjson': {
        write: ({ changes, ...end }) => writeLines([...changes, end]),
        description: 'NDJSON with one line per change, and a last line with the other members.',
      },
    },
    success: { 200: 'A page of the log. Empty if nothing has changed.' },
    errors: ['store.unavailable'],
  },
  tool: {
    name: 'list_changes',
    title: 'What has changed',
    advice: 'Use it with a time to get new, changed and removed domains since that time. Records are short.',
    annotations: READS_DIRECTORY,
    input: input.extend({ limit: pageSize(TOOL_LIMIT, TOOL_MAX_LIMIT).describe('Page size.') }),
    brief: { schema: briefChangesSchema, from: toBriefChanges },
    text: renderChangesText,
  },
  run: async (
    { store, baseUrl }: UsesStore<'readChanges'> & { readonly baseUrl: string },
    { since, limit },
    { takeReads },
  ) => {
    const { changes, cursor, more, restarted } = await store.readChanges(parsePlace(since), limit);
    // Charge the changes that the page has, because most followers find few.
    await takeReads(changes.length / RECORDS_PER_READ);
    return {
      changes: changes.map((change) => ({ ...change, record: change.record && toRecord(change.record, baseUrl) })),
      cursor,
      more,
      ...(restarted && { reset: true as const }),
    };
  },
});

const EPOCH = '1970-01-01T00:00:00.000Z';
const CURSOR = /^[\da-f-]{36}\.\d{1,19}\.[\w.-]{0,253}$/;

function parsePlace(since: string | undefined): LogPlace {
  if (since === undefined) return { cursor: null, since: null };
  if (CURSOR.test(since)) return { cursor: since, since: null };
  const instant = parseInstant(since);
  if (instant === null) {
    throw new DirectoryError('request.invalid', '`since` is neither a cursor nor a time.', {
      violations: [
        {
          pointer: '/since',
          detail: 'must be the cursor of a response, or a time such as 2026-11-20T10:00:00Z (write + as %2B)',
        },
      ],
    });
  }
  // Use the epoch for earlier times, because the database has no year 0.
  return { cursor: null, since: instant < EPOCH ? EPOCH : instant };
}

function toBriefChanges({ changes, ...page }: DirectoryChanges): BriefChanges {
  return {
    ...page,
    changes: changes.map((change) => ({ ...change, record: change.record && toFoundSite(change.record) })),
  };
}
