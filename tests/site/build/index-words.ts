import { documentWords } from '../../../src/search/document-words.ts';
import { readStored } from '../../../src/search/search-text.ts';
import type { IndexWordStore } from '../../../src/site/build/search-index.ts';
import type { Row } from '../../../src/site/content/row.ts';

interface TestFile {
  readonly text: string | null;
  readonly cross_domain_redirect?: boolean;
}

/** Returns the index words of sites with these files, like those of the database. */
export function listIndexWords(
  rows: readonly Row[],
  fileOf: (row: Row) => TestFile = () => ({ text: null }),
): IndexWordStore {
  const found = new Map(rows.map((row) => [row.domain, row]));
  return {
    readIndexWords: async (domains) =>
      Object.fromEntries(
        domains.flatMap((domain) => {
          const row = found.get(domain);
          return row === undefined ? [] : [[domain, listStems(row, fileOf(row))] as const];
        }),
      ),
  };
}

function listStems(row: Row, { text, cross_domain_redirect = false }: TestFile): string {
  const { domain, llms_txt } = row;
  const document = documentWords(row, readStored({ domain, llms_txt, cross_domain_redirect, text }).searchText);
  return Array.from(document.matchAll(/'([^']+)':(\S+)/g), ([, stem, places = '']) =>
    `${stem} `.repeat(places.split(',').length),
  ).join('');
}
