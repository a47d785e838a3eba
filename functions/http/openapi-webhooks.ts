import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { instantSchema } from '../../src/directory/state.ts';
import { alertTypeSchema } from '../../src/directory/visit.ts';
import { messageWords } from '../../src/site/views/owner/alert-words.ts';
import { JSON_TYPE } from './answer-operation.ts';

/** The body of an alert. */
export const alertSchema = z.object({
  type: alertTypeSchema,
  timestamp: instantSchema.describe('Time of the change that the alert reports.'),
  data: z.looseObject({ domain: z.string() }).describe('The domain, and what the kind of alert says besides.'),
});

/** Fields of every request (https://www.standardwebhooks.com/). */
const SIGNED = z.object({
  'webhook-id': z
    .string()
    .describe('Id of the alert, the same over all tries.')
    .meta({ examples: ['msg_1042'] }),
  'webhook-timestamp': z
    .string()
    .describe('Time of this try, in seconds since 1970.')
    .meta({ examples: ['1795773600'] }),
  'webhook-signature': z
    .string()
    .describe('`v1,` and the Base64 of an HMAC-SHA-256 over id, timestamp and body, joined by dots.')
    .meta({ examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] }),
});

/** Kinds of events that watches get; those of the llms.txt have the names of the owner's alerts. */
export const WATCH_EVENTS = ['watch.challenge', 'llms_txt.changed', 'verification.changed', 'tier.changed'] as const;

/** The body of an event for a watch. */
export const watchEventSchema = alertSchema.extend({ type: z.enum(WATCH_EVENTS) });

/** The requests to the `webhook_url` of owners and watches, one for each kind of message. */
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
      'Sent to the webhook of the owner’s profile. The secret of its signature is in the owner’s stats. A try that gets no answer of 2xx within 15 seconds is repeated for about four days; 410 disables the webhook.',
    tags: ['Sites'],
    security: [],
    requestParams: { header: SIGNED },
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: alertSchema, example } } },
    responses: { '2XX': { description: 'Received.' }, 410: { description: 'No further alerts are wanted.' } },
  };
}

function describeWatchEvent(type: (typeof WATCH_EVENTS)[number]): ZodOpenApiOperationObject {
  const isChallenge = type === 'watch.challenge';
  const data = { domain: 'example.com', ...(isChallenge && { challenge: '00112233445566778899aabbccddeeff' }) };
  return {
    operationId: `watch.${type}`,
    summary: `${messageWords(type)}.`,
    description: isChallenge
      ? 'Sent to the webhook of `POST /v1/watches` before anything else. A receiver agrees by an answer of 2xx with the value of `data.challenge`, as text or as {"challenge": "…"}.'
      : 'Sent to the webhooks of watches, at most one an hour of each kind; `llms_txt.broken` and `llms_txt.recovered` are sent to them as well. A try that gets no answer of 2xx within 15 seconds is repeated for about four days; then, or after 410, the watch ends.',
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
      410: { description: 'No further events are wanted.' },
    },
  };
}
