import { z } from 'zod';
import { explainRule, RULES, RULESET_VERSION } from '#llmstxt';
import { paths } from '../../directory/urls.ts';
import { SLOW } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_SERVICE } from '../samples.ts';

export const rulesSchema = z.object({
  version: z.string().describe('Version of the set of rules. Stored findings name their version.'),
  rules: z.array(
    z.object({
      id: z.string().describe('Permanent; the `id` of a finding.'),
      title: z.string(),
      severity: z.enum(['error', 'warning', 'info']).describe('An error makes the file invalid.'),
      source: z.enum(['spec', 'parser', 'http', 'convention']).describe('Source of the rule.'),
      weight: z
        .int()
        .describe(
          'Points that each finding subtracts from the 100 of form, a part of the quality. Each rule counts at most three times.',
        ),
      why: z.string(),
      fix: z.string(),
      example: z.object({ before: z.string(), after: z.string() }),
      url: z.url().describe('Page about the rule.'),
      spec_url: z.url(),
    }),
  ),
});

const rulesAt = (baseUrl: string, rules: typeof RULES) => ({
  version: RULESET_VERSION,
  rules: rules.map(({ id, title, severity, source, weight, fix, specUrl }) => ({
    id,
    title,
    severity,
    source,
    weight,
    fix,
    ...explainRule(id),
    url: `${baseUrl}${paths.rule(id)}`,
    spec_url: specUrl,
  })),
});

export const listRules = defineOperation({
  name: 'listRules',
  summary: 'List the rules of the validator.',
  description: 'Lists every rule that a check runs in the order of findings, with its meaning, reason and fix.',
  access: 'public',
  input: z.strictObject({}),
  output: rulesSchema,
  example: rulesAt(SAMPLE_SERVICE.baseUrl, RULES.slice(0, 1)),
  http: {
    method: 'GET',
    path: '/v1/rules',
    quota: 'read',
    freshness: SLOW,
    success: { 200: 'The rules, in the order of findings.' },
    errors: [],
  },
  run: async ({ baseUrl }: { readonly baseUrl: string }) => rulesAt(baseUrl, RULES),
});
