import { writeFileSync } from 'node:fs';
import { LICENSE, measureFarms, measureQuality } from './measure.ts';

/** Published figures, also served as a file. */
export const MEASURED = new URL('../../../src/content/ruler/measured.json', import.meta.url);

/** Measures the figures of the documentation and writes them. */
export async function writeMeasured(): Promise<void> {
  const agreement = await measureQuality();
  if (agreement === null) return;
  const measured = { license: LICENSE, agreement, farms: measureFarms() };
  writeFileSync(MEASURED, `${JSON.stringify(measured, null, 2)}\n`);
}
