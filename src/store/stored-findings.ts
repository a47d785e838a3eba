import { z } from 'zod';
import { type Finding, RULES } from '#llmstxt';
import { findingSchema } from '../directory/visit.ts';

type Members = Omit<Finding, 'id' | 'message'>;

/** Members of a finding that follow from its rule. */
const USUAL: ReadonlyMap<string, Members> = new Map(
  RULES.map(({ id, title, severity, source, fix, specUrl }) => [
    id,
    {
      title,
      severity,
      outcome: 'failed',
      source,
      line: null,
      column: null,
      excerpt: null,
      fix,
      edits: [],
      spec_url: specUrl,
    },
  ]),
);

/** Packs a finding without the members of its rule, into a quarter of the size. */
export function packFinding(finding: Finding): Partial<Finding> {
  const usual: Partial<Members> = USUAL.get(finding.id) ?? {};
  return Object.fromEntries(
    Object.entries(finding).filter(([name, value]) => {
      const usualValue = usual[name as keyof Members];
      return usualValue === undefined || JSON.stringify(value) !== JSON.stringify(usualValue);
    }),
  );
}

/** Unpacks findings. Leaves out incomplete findings of unknown rules. */
export const packedFindings = z
  .array(findingSchema.partial().required({ id: true, message: true }))
  .transform((packed) =>
    packed.flatMap((finding) => {
      const read = findingSchema.safeParse({ ...USUAL.get(finding.id), ...finding });
      return read.success ? [read.data] : [];
    }),
  );
