import { z } from 'zod';
import { checkSchema } from '../../src/operations/check-result.ts';
import { checkSite } from '../../src/operations/check-site.ts';
import type { OperationContext } from '../../src/operations/context.ts';
import { defineOperation } from '../../src/operations/operation.ts';

/** Findings of a page: with the preview's 16 KiB an answer stays below 100 KiB. */
const FINDINGS_PER_PAGE = 50;

const pagedSchema = checkSchema.extend({
  page: z.int().describe('Which page of the findings `checks` is.'),
  pages: z.int().describe('Pages of findings; `summary` counts all of them.'),
});

/** A check whose findings come in pages: a bad file has thousands. */
export const pagedCheck = defineOperation({
  ...checkSite,
  input: checkSite.input.extend({
    page: z
      .int({ error: 'must be a whole number' })
      .min(1, 'must be at least 1')
      .default(1)
      .describe('Page of the findings.'),
  }),
  output: pagedSchema,
  run: async (context: OperationContext, { domain, page }) => {
    const check = await checkSite.run(context, { domain });
    const first = (page - 1) * FINDINGS_PER_PAGE;
    return {
      ...check,
      checks: check.checks.slice(first, first + FINDINGS_PER_PAGE),
      page,
      pages: Math.max(1, Math.ceil(check.checks.length / FINDINGS_PER_PAGE)),
    };
  },
});
