import { z } from 'zod';

/** Longest query after trimming, in characters. */
const MAX_QUERY_CHARACTERS = 200;
/** Control characters. The database cannot store NUL, and nobody types the other characters. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export const queryText = (description: string) =>
  z
    .string({ error: 'is required: words to search for' })
    .refine((text) => text.trim().length > 0, 'must have at least 1 character that is not a space')
    .refine(
      (text) => [...text.trim()].length <= MAX_QUERY_CHARACTERS,
      `must have at most ${MAX_QUERY_CHARACTERS} characters`,
    )
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must not contain control characters')
    .describe(description)
    .meta({ minLength: 1, maxLength: MAX_QUERY_CHARACTERS, examples: ['payments'] });
