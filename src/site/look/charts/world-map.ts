import { formatCount, formatQuantity } from '../../../directory/format-numbers.ts';
import type { CountryCount } from '../../../directory/survey.ts';
import { countryInText, countryName } from '../../content/format/names.ts';
import { WORLD_COLUMNS, WORLD_ROWS, WORLD_TILES } from './world-tiles.ts';

const TILE = 30;
const GAP = 3;
/** Shades with their opacity. */
const LEVELS = [
  { label: 'none', opacity: 0.06 },
  { label: '1', opacity: 0.22 },
  { label: '2–9', opacity: 0.43 },
  { label: '10–99', opacity: 0.78 },
  { label: '100–999', opacity: 0.89 },
  { label: '1,000 and more', opacity: 1 },
];
/** Level from which the letters of a tile are light. */
const DARK_LEVEL = 3;

/** Returns the SVG geometry of valid sites per country. Shade 0 means none, and each further shade means a factor of ten. */
export function worldMap(countries: readonly CountryCount[]) {
  const byCountry = new Map(countries.map((count) => [count.country, count]));
  const tiles = WORLD_TILES.map(({ country, column, row }) => {
    const { valid, listed, verified } = byCountry.get(country) ?? { valid: 0, listed: 0, verified: 0 };
    const name = countryName(country);
    return {
      country,
      name,
      x: column * (TILE + GAP),
      y: row * (TILE + GAP),
      level: toLevel(valid),
      isDark: toLevel(valid) >= DARK_LEVEL,
      opacity: LEVELS[toLevel(valid)]?.opacity,
      label: shortCount(valid),
      hasVerified: verified > 0,
      hasPage: listed > 0,
      description: valid === 0 ? null : `${name}: ${formatCount(valid)} valid`,
    };
  });
  const some = countries.filter(({ country, valid }) => country !== null && valid > 0);
  const nowhere = countries.find(({ country }) => country === null)?.valid ?? 0;
  const unknown = nowhere === 0 ? '' : ` Country unknown for ${formatCount(nowhere)}.`;
  const most = some.toSorted((a, b) => b.valid - a.valid)[0];
  return {
    width: WORLD_COLUMNS * (TILE + GAP) - GAP,
    height: WORLD_ROWS * (TILE + GAP) - GAP,
    tile: TILE,
    tiles,
    levels: LEVELS,
    description: most
      ? `Valid sites in ${formatQuantity(some.length, 'country', 'countries')}; ${countryInText(most.country ?? '')} has the most (${formatCount(most.valid)}).${unknown}`
      : 'We do not know the country of any site yet.',
  };
}

function toLevel(valid: number): number {
  if (valid < 2) return valid;
  return Math.min(LEVELS.length - 1, 2 + Math.floor(Math.log10(valid)));
}

/** Formats a number for a tile in at most four characters. */
function shortCount(count: number): string {
  if (count === 0) return '';
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1_000_000)}M`;
}
