import { writeMeasured } from './publish/write-measured.ts';
import { reportPairs } from './quality/adversarial/report-pairs.ts';
import { reportQualityFit } from './quality/report-fit.ts';

/**
 * Commands of `npm run fit`. `quality` fits constants to judged files and prints their agreement. `edits` prints the scores of
 * edited files. `publish` writes the published figures.
 */
const FITS: Readonly<Record<string, () => void>> = {
  quality: reportQualityFit,
  edits: reportPairs,
  publish: writeMeasured,
};

const [name = ''] = process.argv.slice(2);
const report = Object.hasOwn(FITS, name) ? FITS[name] : undefined;
if (report === undefined) {
  console.error(`usage: npm run fit -- <name>   (${Object.keys(FITS).join(', ')})`);
  process.exit(2);
}
report();
