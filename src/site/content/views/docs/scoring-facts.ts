import { lint, MAX_COUNTED_PER_RULE, QUALITY_CONSTANTS, QUALITY_VERSION, SEVERITY_WEIGHTS } from '#llmstxt';
import { SCORE_VERSION, VERIFIED_BONUS, WEIGHTS } from '../../../../directory/scoring/authority.ts';
import { FRESH_DAYS, STALE_DAYS } from '../../../../directory/scoring/freshness.ts';
import { FEATURED_FROM, FEATURED_FROM_VERIFIED, LISTED_FROM } from '../../../../directory/scoring/tier.ts';
import { TRUST_WEIGHTS } from '../../../../directory/scoring/trust.ts';
import { MEASURED_FACTS } from './measured-facts.ts';

const TITLE_ONLY = `# Graz Bikes
`;

const LINKS_ONLY = `# Graz Bikes

## Pages

- [City bikes](https://bikes.example/city)
- [E-bikes](https://bikes.example/e-bikes)
- [Trailers](https://bikes.example/trailers)
- [Prices](https://bikes.example/prices)
- [Contact](https://bikes.example/contact)
`;

const DESCRIBED = `# Graz Bikes

> Bicycle rental in Graz, Austria: city bikes, e-bikes and trailers by the hour, day or week.

We deliver to hotels inside the city. There are no motorcycles, no sales and no guided tours.

## Bikes

- [City bikes](https://bikes.example/city): seven gears, sizes for riders from 150 cm on
- [E-bikes](https://bikes.example/e-bikes): range, charging, and the deposit to pay
- [Trailers](https://bikes.example/trailers): for up to two children or 40 kg of luggage
- [Helmets and locks](https://bikes.example/extras): what is included and what costs extra

## Renting

- [Prices](https://bikes.example/prices): by the hour, day and week, with discounts for groups
- [Booking](https://bikes.example/book): what is free when, and how to change a booking
- [Delivery](https://bikes.example/delivery): hotels and stations we bring bikes to, and when
- [Contact](https://bikes.example/contact): phone, opening hours, and what to do after a fall
`;

/** Numbers and examples of the scoring document, by placeholder. */
export const SCORING_FACTS: ReadonlyMap<string, string> = new Map([
  ...numbersIn('quality', QUALITY_CONSTANTS),
  ...numbersIn('weights', WEIGHTS),
  ...numbersIn('trust', TRUST_WEIGHTS),
  ...numbersIn('severity', SEVERITY_WEIGHTS),
  ...numbersIn('kB', {
    enough: QUALITY_CONSTANTS.size.enough / 1000,
    most: QUALITY_CONSTANTS.size.most / 1000,
    unusable: QUALITY_CONSTANTS.size.unusable / 1000,
    readable: QUALITY_CONSTANTS.limits.readableSize / 1000,
  }),
  ...numbersIn('tier', { listed: LISTED_FROM, featured: FEATURED_FROM, verified: FEATURED_FROM_VERIFIED }),
  ...numbersIn('days', { fresh: FRESH_DAYS, stale: STALE_DAYS }),
  ...numbersIn('version', { quality: QUALITY_VERSION, score: SCORE_VERSION }),
  ['bonus', String(VERIFIED_BONUS)],
  ['most_counted', String(MAX_COUNTED_PER_RULE)],
  ...exampleIn('title-only', TITLE_ONLY),
  ...exampleIn('links-only', LINKS_ONLY),
  ...exampleIn('described', DESCRIBED),
  ...MEASURED_FACTS,
]);

/** Returns every number of a tree with its path: `quality.weights.form`. */
function numbersIn(path: string, tree: object): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return numbersIn(`${path}.${name}`, value);
    return [[`${path}.${name}`, String(value)]];
  });
}

function exampleIn(name: string, text: string): [string, string][] {
  const { quality, assessment } = lint({ body: text, url: 'https://bikes.example/llms.txt' });
  const parts = assessment?.parts.map(({ id, score }) => `${id} ${score}`).join(', ') ?? '';
  return [
    [`example.${name}.text`, text.trimEnd()],
    [`example.${name}.score`, String(quality)],
    [`example.${name}.parts`, parts],
  ];
}
