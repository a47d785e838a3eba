import { z } from 'zod';
import { type Change, diff, parse } from '#llmstxt';
import { DirectoryError } from '../directory/errors.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked } from './domain-param.ts';
import { LIST } from './http-route.ts';
import { defineOperation } from './operation.ts';
import type { UsesStore } from './uses-store.ts';

/** A file can have more links than anybody reads changes of. */
const MAX_CHANGES = 1_000;
/** A paragraph: whole texts are not compared here. */
const MAX_CHARACTERS = 500;
/** The greatest number that the database takes. */
const MAX_VERSION = 2 ** 31 - 1;

const versionNumber = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be at least 1')
  .max(MAX_VERSION, `must be at most ${MAX_VERSION}`);

const changeSchema = z.object({
  kind: z.enum([
    'title',
    'summary',
    'details',
    'section-added',
    'section-removed',
    'section-renamed',
    'link-added',
    'link-removed',
    'link-renamed',
    'link-notes',
    'link-moved',
  ]),
  section: z
    .string()
    .nullable()
    .describe('That was added or removed, or in which a link is; null outside of sections.'),
  url: z.string().nullable().describe('Of a link.'),
  title: z.string().nullable().describe('Of a link.'),
  notes: z.string().nullable().describe('Of a link that was added or removed.'),
  before: z
    .string()
    .nullable()
    .describe('What was there: the text, the name, the notes, or the section that a link was in.'),
  after: z.string().nullable().describe('What is there now.'),
});

const diffSchema = z.object({
  domain: z.string(),
  from: z.int(),
  to: z.int(),
  total: z.int().describe(`Changes in all; the first ${MAX_CHANGES} are named.`),
  changes: z.array(changeSchema).readonly(),
});

export const getDiff = defineOperation({
  name: 'getDiff',
  summary: 'Compare two versions of a site’s llms.txt.',
  description: `What changed between two versions of a listed site’s llms.txt: title, summary and details, and sections and links that were added, removed, renamed or moved. How a file is written does not count. Texts are the site’s words, each at most ${MAX_CHARACTERS} characters of them.`,
  access: 'public',
  input: domainInput.extend({
    from: versionNumber.describe('Number of the one version, as `getHistory` lists it.').meta({ examples: [1] }),
    to: versionNumber.describe('Number of the other.').meta({ examples: [2] }),
  }),
  output: diffSchema,
  example: {
    domain: 'example.com',
    from: 1,
    to: 2,
    total: 1,
    changes: [
      {
        kind: 'link-moved',
        section: null,
        url: 'https://example.com/guides',
        title: 'Guides',
        notes: null,
        before: 'Docs',
        after: 'Optional',
      },
    ],
  },
  http: {
    method: 'GET',
    path: '/v1/domain/{domain}/diff',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'The changes.' },
    errors: ['domain.unknown', 'text.unavailable', 'store.unavailable'],
  },
  run: async (needs: DomainRules & UsesStore<'lookup' | 'readVersions'>, { domain: name, from, to }) => {
    const domain = parseDomainParam(name, 'name', needs);
    requireTracked(await needs.store.lookup(domain), domain, needs);
    const texts = await needs.store.readVersions(domain, [from, to]);
    const changes = diff(parse(textOf(texts, from, domain)), parse(textOf(texts, to, domain)));
    return { domain, from, to, total: changes.length, changes: changes.slice(0, MAX_CHANGES).map(describeChange) };
  },
});

function textOf(texts: ReadonlyMap<number, string>, version: number, domain: string): string {
  const text = texts.get(version);
  if (text !== undefined) return text;
  throw new DirectoryError('text.unavailable', `The directory holds no text of version ${version} of ${domain}.`);
}

function describeChange(change: Change): z.input<typeof changeSchema> {
  return {
    kind: change.kind,
    section: 'section' in change ? cut(change.section) : null,
    url: 'url' in change ? cut(change.url) : null,
    title: 'title' in change ? cut(change.title) : null,
    notes: 'notes' in change ? cut(change.notes) : null,
    before: 'before' in change ? cut(change.before) : null,
    after: 'after' in change ? cut(change.after) : null,
  };
}

function cut(text: string | null): string | null {
  return text === null || text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…`;
}
