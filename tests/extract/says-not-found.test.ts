import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePage } from '#llmstxt';
import { readPage } from '../../src/extract/read-page.ts';
import { saysNotFound } from '../../src/extract/says-not-found.ts';
import { readTsv } from '../read-tsv.ts';

/** Titles of missing pages in many languages, and titles of pages that resemble them. */
const TITLES = readTsv(join(import.meta.dirname, 'page-titles.tsv')) as [says: string, title: string][];

describe('name of a page', () => {
  it.each(TITLES)('means a page that is %s: %s', (says, title) => {
    expect(saysNotFound(title)).toBe(says === 'missing');
  });
});

const CORPUS = '../shared/corpus/html';
if (!existsSync(CORPUS)) console.log(`no ${CORPUS}: real pages are not tried`);
describe.runIf(existsSync(CORPUS))('test of real pages', () => {
  const says = (file: string) => {
    const { title, heading } = readPage(decodePage(readFileSync(file), undefined), 'https://site.example/', {});
    return [title, heading].some((name) => name !== null && saysNotFound(name));
  };
  const files = (folder: string) => readdirSync(`${CORPUS}/${folder}`).map((file) => `${CORPUS}/${folder}/${file}`);

  it('accepts all homepages and articles', () => {
    expect([...files('homepages'), ...files('articles')].filter(says)).toEqual([]);
  });

  it.each(['groupme.com', 'www.anker.com', 'www.knou.ac.kr', 'www.uidaho.edu', 'www.worldbank.org'])(
    'reports a missing page: %s',
    (site) => {
      expect(says(`${CORPUS}/soft404/${site}.html`)).toBe(true);
    },
  );
});
