import { formatBytes, formatCount } from '../../../directory/format-numbers.ts';
import type { SizeClass } from '../../../directory/survey.ts';

/** Returns the name of a class by its limits, such as `up to 1 kB`, `1 kB to 4 kB` or `more than 1,000`. */
export function classLabel(classes: readonly SizeClass[], at: number, unit: 'bytes' | 'links'): string {
  const above = classes[at - 1]?.up_to ?? null;
  const upTo = classes[at]?.up_to ?? null;
  const show = unit === 'bytes' ? formatBytes : formatCount;
  if (upTo === null) return above === null ? 'any' : `more than ${show(above)}`;
  if (upTo === 0) return 'none';
  if (above === null) return `up to ${show(upTo)}`;
  return unit === 'bytes' ? `${show(above)} to ${show(upTo)}` : `${show(above + 1)} to ${show(upTo)}`;
}
