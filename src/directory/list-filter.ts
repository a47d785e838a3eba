import { z } from 'zod';
import { GENERATORS } from '#llmstxt';
import { TOPICS } from './topics.ts';

/** Size classes of files, each with its most links. The last class has no limit. */
export const SITE_SIZES = [
  { size: 'small', maxLinks: 20 },
  { size: 'medium', maxLinks: 100 },
  { size: 'large', maxLinks: Number.POSITIVE_INFINITY },
] as const;
export type SiteSize = (typeof SITE_SIZES)[number]['size'];

/** Returns the size class, or null if the number of links is unknown. */
export function toSize(links: number | null): SiteSize | null {
  return links === null ? null : (SITE_SIZES.find(({ maxLinks }) => links <= maxLinks)?.size ?? null);
}

const LANGUAGE = /^([a-z]{2,3})(?:[-_]|$)/i;

/** Returns the language of a tag (RFC 5646) without region and script, or null. */
export function languageCode(tag: string | null): string | null {
  return LANGUAGE.exec(tag?.trim() ?? '')?.[1]?.toLowerCase() ?? null;
}

const generatorIds = GENERATORS.map(({ id }) => id);
export const LISTED_TIERS = ['featured', 'listed'] as const;

const topicIds = TOPICS.map(({ id }) => id);

export const listFilterMembers = {
  topic: z
    .enum(topicIds, { error: `must be one of ${topicIds.join(', ')}` })
    .optional()
    .describe('Only sites of this topic. The directory assigns topics.'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/i, 'must be a language code such as en')
    .toLowerCase()
    .optional()
    .describe('Only sites with a homepage that declares this language (ISO 639).')
    .meta({ examples: ['en'] }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be a country code such as DE')
    .toUpperCase()
    .optional()
    .describe('Only sites from this country (ISO 3166-1 alpha-2).')
    .meta({ examples: ['DE'] }),
  has_full: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Only sites that publish an llms-full.txt.'),
  has_markdown: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .describe('Only sites that offer pages as Markdown, according to our visits.'),
  size: z
    .enum(
      SITE_SIZES.map(({ size }) => size),
      { error: 'must be small, medium or large' },
    )
    .optional()
    .describe('Only sites with a file of this size: small up to 20 links, medium up to 100, large more.'),
  generator: z
    .enum(generatorIds, { error: `must be one of ${generatorIds.join(', ')}` })
    .optional()
    .describe('Only sites with a file by this program.'),
  tier: z.enum(LISTED_TIERS, { error: 'must be featured or listed' }).optional().describe('Only sites of this tier.'),
} as const;

export const listFilterSchema = z.object(listFilterMembers);
export type ListFilter = z.output<typeof listFilterSchema>;

/** Filter that matches every site. */
export const NO_FILTER: ListFilter = { has_full: false, has_markdown: false };

export const FILTER_NAMES = listFilterSchema.keyof().options;

/** Reports whether a filter matches every site. */
export function isUnfiltered(filter: ListFilter): boolean {
  return FILTER_NAMES.every((name) => filter[name] === undefined || filter[name] === false);
}
