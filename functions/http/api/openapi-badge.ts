import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { MAX_INPUT_CHARACTERS } from '../../../src/directory/domain-name.ts';
import { BADGE_STYLES } from '../../../src/site/content/badge.ts';
import { COUNTED, headers } from './openapi-headers.ts';

const PICTURE_HEADERS = { ...COUNTED, ...headers('ETag') };

/** OpenAPI of the badge, which is not an operation of the catalog. */
export const BADGE: ZodOpenApiOperationObject = {
  operationId: 'getBadge',
  summary: 'Show the status of a domain as an image.',
  description:
    'An SVG badge: verified, valid, pending, invalid, unreachable or not listed. Always returns 200, so that embeds never break.',
  tags: ['Pages'],
  requestParams: {
    path: z.object({
      domain: z
        .string()
        .describe('Domain name.')
        .meta({ maxLength: MAX_INPUT_CHARACTERS, examples: ['example.com'] }),
    }),
    query: z.object({
      style: z.enum(BADGE_STYLES).default('flat').describe('Shape of the badge. Other values give flat.'),
    }),
  },
  responses: {
    200: {
      description: 'The badge.',
      headers: PICTURE_HEADERS,
      content: {
        'image/svg+xml': { schema: { type: 'string' }, example: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      },
    },
    304: { description: 'Unchanged since the given `ETag`.', headers: PICTURE_HEADERS },
    431: { description: 'The header fields of the request are over 16 KiB.' },
  },
};
