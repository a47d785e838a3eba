import { z } from 'zod';
import { domainStateSchema } from '../../directory/state.ts';

const shape = domainStateSchema.shape;

/** Row of a domain in lists. The order of the members is fixed, because builds compare rows as JSON. */
export const rowSchema = z.object({
  /** ISO 639 language without region and script. */
  language: shape.language,
  quality: shape.components.shape.quality,
  changed_at: z.string().nullable(),
  /** True if visits found pages as Markdown. */
  has_markdown: z.boolean(),
  /** First section names, shown if the site has no summary. */
  section_names: z.array(z.string()).readonly(),
  domain: shape.domain,
  title: shape.title,
  summary: shape.summary,
  description: shape.description,
  status: shape.status,
  tier: shape.tier,
  authority: shape.authority,
  verified: shape.verified,
  verified_at: shape.verified_at,
  tags: shape.tags,
  topics: shape.topics,
  llms_full_txt: shape.llms_full_txt,
  country: shape.country,
  rank: shape.rank,
  links: shape.links,
  generator: shape.generator,
  llms_txt: shape.llms_txt,
  first_seen: shape.first_seen,
});
export type Row = Readonly<z.infer<typeof rowSchema>>;
