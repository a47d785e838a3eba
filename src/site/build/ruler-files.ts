import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../directory/urls.ts';
import { toCsvLine } from '../content/format/csv.ts';
import { fileOf } from './file-of.ts';
import type { SiteFileSource } from './site-file-source.ts';

const ROOT = join(import.meta.dirname, '../../..');
const JUDGED = 'packages/llmstxt/ruler/judged.tsv';
const EDITS = 'packages/llmstxt/ruler/generated/edits.js';
const MEASURED = 'src/content/ruler/measured.json';

/** Data of the quality measurement: judged files, their edits, and the figures. */
export function rulerFiles(): SiteFileSource[] {
  return [
    rulerFile('judged-files.csv', JUDGED, (text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => toCsvLine(line.split('\t').map((cell) => cell || null)))
        .join(''),
    ),
    rulerFile('edits.js', EDITS),
    rulerFile('measured.json', MEASURED),
  ];
}

function rulerFile(name: string, source: string, write = (text: string) => text): SiteFileSource {
  const read = () => readFileSync(join(ROOT, source), 'utf8');
  return { path: fileOf(paths.rulerFile(name)), input: read, make: () => write(read()) };
}
