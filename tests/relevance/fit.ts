import { reportPairs } from './quality/adversarial/report-pairs.ts';
import { reportQualityFit } from './quality/report-fit.ts';

/** `npm run fit -- quality`: fits constants to files that people have judged, and prints how well they do; `edits`: what scores make of edited files. */
const FITS: Readonly<Record<string, () => void>> = { quality: reportQualityFit, edits: reportPairs };

const [name = ''] = process.argv.slice(2);
const report = Object.hasOwn(FITS, name) ? FITS[name] : undefined;
if (report === undefined) {
  console.error(`usage: npm run fit -- <name>   (${Object.keys(FITS).join(', ')})`);
  process.exit(2);
}
report();
