import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import { defineOperation } from '../operation.ts';
import type { UsesStore } from '../uses-store.ts';
import { hashWatchToken } from './watch-domain.ts';

export const deletedWatchSchema = z.object({ id: z.string(), deleted: z.literal(true) });

/** Length of a UUID. */
const ID_CHARACTERS = 36;
const TOKEN_CHARACTERS = 32;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const deleteWatch = defineOperation({
  name: 'deleteWatch',
  summary: 'End a watch.',
  description: 'The `delete_url` of a watch. Drops unsent events.',
  access: 'public',
  input: z.strictObject({
    id: z
      .string({ error: 'must be the ID of a watch' })
      .describe('Id of the watch.')
      .meta({ maxLength: ID_CHARACTERS, examples: ['6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10'] }),
    token: z
      .string({ error: 'must be the token of the watch' })
      .max(TOKEN_CHARACTERS, `must have at most ${TOKEN_CHARACTERS} characters`)
      .describe('Token of the watch, as in its `delete_url`.')
      .meta({ examples: ['00112233445566778899aabbccddeeff'] }),
  }),
  output: deletedWatchSchema,
  example: { id: '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10', deleted: true },
  http: {
    method: 'DELETE',
    path: '/v1/watches/{id}',
    quota: 'read',
    success: { 200: 'The watch has ended.' },
    errors: ['watch.unknown', 'store.unavailable'],
  },
  run: async ({ store }: UsesStore<'deleteWatch'>, { id, token }) => {
    const isDeleted = UUID.test(id) && (await store.deleteWatch(id, hashWatchToken(token)));
    if (!isDeleted) throw new DirectoryError('watch.unknown', 'There is no watch with this id and token.');
    return { id, deleted: true as const };
  },
});
