import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { instantSchema } from '../../../src/directory/state.ts';
import { alertTypeSchema } from '../../../src/directory/visit.ts';
import { messageWords } from '../../../src/site/content/views/owner/alert-words.ts';
import { JSON_TYPE } from '../pipeline/media-types.ts';

export const alertSchema = z.object({
  type: alertTypeSchema,
  timestamp: instantSchema.describe('Time of the change that the alert reports.'),
  data: z.looseObject({ domain: z.string() }).describe('The domain, and other members for this type of alert.'),
});

/** Fields of every request (https://www.standardwebhooks.com/). */
const SIGNED = z.object({
  'webhook-id': z
    .string()
    .describe('ID of the alert, equal in all attempts.')
    .meta({ examples: ['msg_1042'] }),
  'webhook-timestamp': z
    .string()
    .describe('Time of this attempt, in seconds since 1970.')
    .meta({ examples: ['1795773600'] }),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the Base64 of an HMAC-SHA-256 over ID, timestamp and body, joined by dots.')
    .meta({ examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] }),
});

/** Types of events for watches only. Watches also get the owner's alerts about the llms.txt. */
export const WATCH_EVENTS = ['watch.challenge', 'llms_txt.changed', 'verification.changed', 'tier.changed'] as const;

export const watchEventSchema = alertSchema.extend({ type: z.enum(WATCH_EVENTS) });

/** Requests to the `webhook_url` of owners and watches, one for each kind of message. */
export const WEBHOOKS: ZodOpenApiPathsObject = Object.fromEntries([
  ...alertTypeSchema.options.map((type) => [type, { post: describeAlert(type) }] as const),
  ...WATCH_EVENTS.map((type) => [type, { post: describeWatchEvent(type) }] as const),
]);

function describeAlert(type: z.infer<typeof alertTypeSchema>): ZodOpenApiOperationObject {
  const example = { type, timestamp: '2026-11-20T10:00:00.000Z', data: { domain: 'example.com' } };
  return {
    operationId: `alert.${type}`,
    summary: `${messageWords(type)}.`,
    description:
      'Sent to the webhook of the owner’s profile. The owner’s stats contain the secret of its signature. We repeat an attempt without a 2xx response within 15 seconds for about four days. A 410 disables the webhook.',
    tags: ['Sites'],
    security: [],
    requestParams: { header: SIGNED },
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: alertSchema, example } } },
    responses: { '2XX': { description: 'Received.' }, 410: { description: 'The receiver wants no further alerts.' } },
  };
}

function describeWatchEvent(type: (typeof WATCH_EVENTS)[number]): ZodOpenApiOperationObject {
  const isChallenge = type === 'watch.challenge';
  const data = { domain: 'example.com', ...(isChallenge && { challenge: '00112233445566778899aabbccddeeff' }) };
  return {
    operationId: `watch.${type}`,
    summary: `${messageWords(type)}.`,
    description: isChallenge
      ? 'Sent to the webhook of `POST /v1/watches` before anything else. To agree, a receiver responds with 2xx and the value of `data.challenge`, as text or as {"challenge": "…"}.'
      : 'Sent to the webhooks of watches, at most one event of each type per hour. They also receive `llms_txt.broken` and `llms_txt.recovered`. We repeat an attempt without a 2xx response within 15 seconds for about four days. After that, or after a 410, the watch ends.',
    tags: ['Sites'],
    security: [],
    requestParams: { header: SIGNED },
    requestBody: {
      required: true,
      content: {
        [JSON_TYPE]: { schema: watchEventSchema, example: { type, timestamp: '2026-11-20T10:00:00.000Z', data } },
      },
    },
    responses: {
      '2XX': { description: isChallenge ? 'The value of `data.challenge`.' : 'Received.' },
      410: { description: 'The receiver wants no further events.' },
    },
  };
}
