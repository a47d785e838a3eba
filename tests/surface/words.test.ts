import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../src/site/build/build-site.ts';
import { fakeStore } from '../site/build/fake-store.ts';
import { detailOf, finding } from '../site/domain-fixture.ts';

/** Unwanted words with their replacements. */
const WORDS: readonly (readonly [unwanted: string, instead: string])[] = [
  ['You are a program', 'For developers and agents'],
  ['say what is wrong with them', 'explain problems'],
  ['Draft an llms.txt', 'Generate an llms.txt'],
  ['Draft a file', 'Generate a file'],
  ['Last visit to any site', 'Last crawl'],
  ['through what was found', 'through results'],
  ['Nothing was found', 'No sites match “…”'],
  ['nothing in the directory changes', 'The directory is not changed'],
  ['it goes nowhere', 'nothing leaves your browser'],
  ['paste a text', 'paste your file'],
  ['Its page here', 'View directory page'],
  ['mended', 'fixed'],
  ['Nothing to mend', 'No problems found'],
  ['No rule is broken', 'No problems found'],
  ['Type instead', 'Replace with'],
  ['Leave it out', 'Delete this line'],
  ['reference readers', 'reference parsers'],
  ['takes a part', 'partly read'],
  ['The same for programs', 'From the command line'],
  ['is not here yet', 'is not in the directory yet'],
  ['have it looked for', 'let us check it'],
  ['Take your token', 'Copy your token'],
  ['Have it checked', 'Verify'],
  ['Look for my proof', 'Check my proof'],
  ['are looked at', 'we check'],
  ['is in the answer, once', 'is shown only once'],
  ['A line appears when', 'A chart appears after'],
  ['could be outlined', 'No readable file'],
  ['Base, rounded', 'Subtotal'],
  ['For machines', 'Machine-readable'],
  ['most of them in', 'has the most'],
  ['from United', 'from the United'],
  ['in United', 'in the United'],
  ['that are broken most', 'Most common problems'],
  ['breaks no rule of severity', 'has no errors'],
  ['not to be judged', 'blocked'],
  ['stands today', 'shows the current status of'],
  ['after the Standard Webhooks', 'per Standard Webhooks'],
  ['Its holder wants', 'The recipient'],
  ['Manners', 'Crawl behavior'],
  ['1 links', '1 link'],
  ['A heading below level two', 'Heading deeper than ##'],
  ['Notes that do not follow a colon', 'Missing colon before notes'],
  ['An address without its site', 'Relative URL'],
  ['Another bullet than', 'Bullet other than'],
  ['No blank after the', 'Missing space after'],
  ['Text that was to be replaced', 'Placeholder text'],
  ['Orders to the reading model', 'Instructions aimed at AI models'],
  ['Optional, spelled otherwise', 'Misspelled Optional section'],
  ['We were not let in', 'Our crawler was blocked'],
  ['is no random sample', 'is not a random sample'],
  ['scripts of others', 'third-party scripts'],
  ['speaks against', 'disallows'],
  ['should the response get lost', 'if the response is lost'],
  ['are told so', 'we notify'],
  ['the proof is looked for', 'we look for the proof'],
  ['whose owner is known', 'whose owner is verified'],
];

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'words-'));
  await buildSite({
    store: fakeStore([
      detailOf('harbour.example', { facts: { country: 'GB', links: 1 }, findings: [finding()] }),
      detailOf('mooring.example', { facts: { status: 'invalid', tier: 'unlisted' }, preview: null }),
      detailOf('quay.example', { facts: { verified: true, verified_at: '2026-05-05T00:00:00.000Z' } }),
    ]).store,
    baseUrl: 'https://dir.example',
    serviceName: 'Harbour directory',
    outDir: root,
    profile: 'full',
    now: () => 0,
  });
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('vocabulary of the pages', () => {
  const texts = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:html|md)$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ') }));

  it('avoids unwanted words', () => {
    const pages = texts();
    expect(pages.length).toBeGreaterThan(200);
    const found = WORDS.flatMap(([unwanted, instead]) => {
      const word = new RegExp(String.raw`(?<![\w-])${unwanted}(?!\w)`, 'i');
      return pages
        .filter(({ text }) => word.test(text))
        .map(({ path }) => `${path} says “${unwanted}”, not “${instead}”`);
    });
    expect(found).toEqual([]);
  });
});
