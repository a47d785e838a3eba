import { z } from 'zod';

const MAX_DESCRIPTION_CHARACTERS = 500;
const MAX_TAGS = 10;
const MAX_TAG_CHARACTERS = 32;
const MAX_NESTED = 20;
const MAX_CONTACT_CHARACTERS = 200;
/** Longest URL of a file or webhook. */
const MAX_URL_CHARACTERS = 2_000;

function characters(value: string): number {
  // Count code points, like JSON Schema. Far above the limit, the exact number does not matter.
  return value.length > 10_000 ? value.length : [...value].length;
}

/** Refuses characters that PostgreSQL or JSON cannot represent. */
const storableText = z
  .string({ error: 'must be text' })
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must not contain NUL or half a character');

const text = (maxCharacters: number) =>
  storableText
    .refine((value) => characters(value) <= maxCharacters, `must have at most ${maxCharacters} characters`)
    .meta({ maxLength: maxCharacters });

export const webhookUrlText = text(MAX_URL_CHARACTERS);
/** Reports whether a text is given and has no visible character. */
export function isBlank(text: string | null | undefined): boolean {
  return typeof text === 'string' && !/[^\s\p{C}]/u.test(text);
}

/** Tag. Blanks around a tag are trimmed before counting. */
const tagSchema = storableText
  .trim()
  .toLowerCase()
  .refine((value) => value !== '' && characters(value) <= MAX_TAG_CHARACTERS, {
    error: `must have 1 to ${MAX_TAG_CHARACTERS} characters`,
  })
  .refine((value) => !isBlank(value), 'must have a visible character')
  .meta({ minLength: 1, maxLength: MAX_TAG_CHARACTERS });

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, { error: 'must be a list' }).max(max, `must have at most ${max} entries`);

/** Members that an owner may change. An omitted member stays unchanged. Null clears a text, and an empty list clears a list. */
export const profileMembers = {
  description: text(MAX_DESCRIPTION_CHARACTERS)
    .nullable()
    .optional()
    .describe('At most 500 characters; null or blank text removes the description.')
    .meta({ examples: ['Payments for the internet.'] }),
  tags: list(tagSchema, MAX_TAGS)
    .transform((tags) => [...new Set(tags)])
    .optional()
    .describe(
      'At most 10, of 1–32 characters each; trimmed, in lower case, without repetitions. An empty list removes all tags.',
    )
    .meta({ examples: [['payments', 'api']] }),
  nested_llms_txt: list(text(MAX_URL_CHARACTERS), MAX_NESTED)
    .optional()
    .describe(
      'Further llms.txt files: at most 20 https URLs on the same registrable domain. An empty list removes all files.',
    ),
  contact: text(MAX_CONTACT_CHARACTERS)
    .nullable()
    .optional()
    .describe('At most 200 characters; null or blank text removes the contact.'),
  webhook_url: webhookUrlText
    .nullable()
    .optional()
    .describe('Public https URL that receives alerts. Null removes the URL.'),
  notify_email: text(MAX_URL_CHARACTERS)
    .nullable()
    .optional()
    .describe('One email address, used after confirmation. Null removes the address.'),
  notify_changes: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe('True to also send an alert for each new version of the file. False by default.'),
} as const;

const profileSchema = z.strictObject(profileMembers);
export type ProfileChanges = Partial<z.output<typeof profileSchema>>;
