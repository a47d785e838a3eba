import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../directory/urls.ts';
import { toCsvLine } from '../content/format/csv.ts';
import type { SiteFileSource } from './site-folder.ts';
import { toFile } from './to-file.ts';

const ROOT = join(import.meta.dirname, '../../..');
const JUDGED = 'src/content/ruler/judged.tsv';
const MEASURED = 'src/content/ruler/measured.json';

export function rulerFiles(): SiteFileSource[] {
  return [
    rulerFile('judged-files.csv', JUDGED, (text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => toCsvLine(line.split('\t').map((cell) => cell || null)))
        .join(''),
    ),
    rulerFile('measured.json', MEASURED),
  ];
}

function rulerFile(name: string, source: string, write = (text: string) => text): SiteFileSource {
  const read = () => readFileSync(join(ROOT, source), 'utf8');
  return { path: toFile(paths.rulerFile(name)), input: read, make: () => write(read()) };
}
