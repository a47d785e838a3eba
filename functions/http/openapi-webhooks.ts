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

/** The requests to an owner's `webhook_url`, one for each kind of alert. */
export const WEBHOOKS: ZodOpenApiPathsObject = Object.fromEntries(
  alertTypeSchema.options.map((type) => [type, { post: describeAlert(type) }]),
);

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
