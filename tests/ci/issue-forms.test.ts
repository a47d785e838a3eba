import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const github = join(import.meta.dirname, '../../.github');
const forms = join(github, 'ISSUE_TEMPLATE');

const fieldSchema = z.strictObject({
  id: z.string().regex(/^[\w-]+$/),
  validations: z.strictObject({ required: z.boolean() }).optional(),
});
const labelled = { label: z.string(), description: z.string().optional() };
/**
 * Fields of GitHub's form schema:
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
 */
const formSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
        fieldSchema.extend({ type: z.literal('textarea'), attributes: z.strictObject(labelled) }),
        fieldSchema.extend({
          type: z.literal('input'),
          attributes: z.strictObject({ ...labelled, placeholder: z.string().optional() }),
        }),
        fieldSchema.extend({
          type: z.literal('dropdown'),
          attributes: z.strictObject({ ...labelled, options: z.array(z.string()).min(2) }),
        }),
      ]),
    )
    .min(2),
});

it('offers issue forms for a bug, a correction and an opt-out', () => {
  expect(readdirSync(forms)).toEqual(['bug.yml', 'correction.yml', 'opt-out.yml']);
  for (const file of readdirSync(forms)) {
    const { body } = formSchema.parse(parse(readFileSync(join(forms, file), 'utf8')));
    const ids = body.flatMap((field) => ('id' in field ? [field.id] : []));
    expect(new Set(ids).size, file).toBe(ids.length);
  }
});

it('proposes updates of packages and actions every week', () => {
  const { updates } = z
    .object({ updates: z.array(z.looseObject({ 'package-ecosystem': z.string(), schedule: z.unknown() })) })
    .parse(parse(readFileSync(join(github, 'dependabot.yml'), 'utf8')));
  expect(updates.map((update) => [update['package-ecosystem'], update.schedule])).toEqual([
    ['npm', { interval: 'weekly' }],
    ['github-actions', { interval: 'weekly' }],
  ]);
});
