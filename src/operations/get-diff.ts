import { z } from 'zod';
import { type Change, diff, parse } from '#llmstxt';
import { DirectoryError } from '../directory/errors.ts';
import { comparisonSchema, MAX_CHANGES, type VersionChange } from '../directory/version.ts';
import { renderComparisonText } from '../site/views/sites/versions-text.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked } from './domain-param.ts';
import { LIST } from './http-route.ts';
import { defineOperation } from './operation.ts';
import { READS_DIRECTORY } from './tool.ts';
import type { UsesStore } from './uses-store.ts';

/** A paragraph: whole texts are not compared here. */
const MAX_CHARACTERS = 500;
/** The greatest number that the database takes. */
const MAX_VERSION = 2 ** 31 - 1;

const versionNumber = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be at least 1')
  .max(MAX_VERSION, `must be at most ${MAX_VERSION}`);

export const getDiff = defineOperation({
  name: 'getDiff',
  summary: 'Compare two versions of a site’s llms.txt.',
  description: `What changed between two versions of a listed site’s llms.txt: title, summary and details, and sections and links that were added, removed, renamed or moved. How a file is written does not count. Texts are the site’s words, each at most ${MAX_CHARACTERS} characters of them.`,
  access: 'public',
  input: domainInput.extend({
    from: versionNumber.describe('Number of the one version, as `getHistory` lists it.').meta({ examples: [1] }),
    to: versionNumber.describe('Number of the other.').meta({ examples: [2] }),
  }),
  output: comparisonSchema,
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
  tool: {
    name: 'compare_versions',
    title: 'What changed in a site’s llms.txt',
    advice: 'list_versions has the numbers.',
    annotations: READS_DIRECTORY,
    text: renderComparisonText,
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

function describeChange(change: Change): VersionChange {
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
