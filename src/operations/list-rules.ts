import { z } from 'zod';
import { explainRule, RULES, RULESET_VERSION } from '#llmstxt';
import { paths } from '../directory/urls.ts';
import { SLOW } from './http-route.ts';
import { defineOperation } from './operation.ts';
import { SAMPLE_SERVICE } from './samples.ts';

export const rulesSchema = z.object({
  version: z.string().describe('Names the set of rules; stored findings say which one they came from.'),
  rules: z.array(
    z.object({
      id: z.string().describe('Permanent; the `id` of a finding.'),
      title: z.string(),
      severity: z.enum(['error', 'warning', 'info']).describe('An error makes the file invalid.'),
      source: z.enum(['spec', 'parser', 'http', 'convention']).describe('Where the rule comes from.'),
      weight: z
        .int()
        .describe(
          'What each finding takes from the 100 of form, a part of the quality; the same rule counts at most three times.',
        ),
      why: z.string(),
      fix: z.string(),
      example: z.object({ before: z.string(), after: z.string() }),
      url: z.url().describe('A page about the rule.'),
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
  description: 'Every rule that a check asks, in the order of its findings: what it means, why, and how to fix it.',
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
