import type { PartId, QualityConstants } from '#llmstxt';
import { scoreQuality } from '../../../packages/llmstxt/src/quality/assess-quality.ts';
import type { Measurements } from '../../../packages/llmstxt/src/quality/measure.ts';
import { computeDeciles } from './deciles.ts';
import type { Pair } from './ruler/agreement.ts';

/** Start of the search, with decided constants in round numbers. */
const START: QualityConstants = {
  weights: { orientation: 17, coverage: 16, descriptions: 32, grouping: 10, size: 15, health: 5, form: 5 },
  orientation: { words: 15, below: 0.2 },
  coverage: { pages: 10 },
  descriptions: { cutShort: 0.5, named: 0.3 },
  grouping: { single: 0.4, fewest: 4, most: 8, none: 120 },
  size: { empty: 300, enough: 3_000, most: 30_000, unusable: 150_000 },
  health: { unusable: 2, repeatedName: 1, repeatedAddress: 0.5, dead: 2, redirecting: 0.2 },
  limits: { withoutPages: 25, enoughPages: 6, readableSize: 42_000, unusableSize: 15 },
};

/** Fitted constant with its allowed round numbers. Other constants are decided. */
interface Knob {
  readonly values: readonly number[];
  get(constants: QualityConstants): number;
  set(constants: QualityConstants, value: number): QualityConstants;
}

function knob<K extends Exclude<keyof QualityConstants, 'weights'>>(
  group: K,
  name: keyof QualityConstants[K] & string,
  values: readonly number[],
): Knob {
  return {
    values,
    get: (constants) => Number(constants[group][name]),
    set: (constants, value) => ({ ...constants, [group]: { ...constants[group], [name]: value } }),
  };
}

const KNOBS: readonly Knob[] = [
  knob('orientation', 'words', [10, 15, 20, 25, 30, 40]),
  knob('orientation', 'below', [0, 0.1, 0.2, 0.3]),
  knob('coverage', 'pages', [6, 8, 10, 12, 15, 20, 25]),
  knob('descriptions', 'cutShort', [0, 0.25, 0.5, 0.75, 1]),
  knob('descriptions', 'named', [0, 0.1, 0.2, 0.3, 0.4]),
  knob('grouping', 'single', [0, 0.2, 0.4, 0.6, 0.8]),
  knob('grouping', 'none', [80, 120, 180, 270]),
  knob('size', 'empty', [100, 150, 200, 300]),
  knob('size', 'enough', [2_000, 3_000, 4_000]),
  knob('size', 'unusable', [120_000, 150_000, 200_000, 300_000]),
  knob('limits', 'withoutPages', [20, 25, 30, 35, 40, 45]),
  knob('limits', 'enoughPages', [4, 6, 8, 10, 12]),
  knob('limits', 'unusableSize', [15, 20, 25, 30, 35, 40]),
];

const PARTS = Object.keys(START.weights) as readonly PartId[];
/** Least and highest weights. A part below the least weight is not useful, and form may weigh at most a quarter. */
const MIN_WEIGHT = 5;
const MAX_FORM = 25;

/** Points by which the better file should lead. The loss squares the missing points. */
const MARGIN = 15;
/** Points between two deciles below which there is a loss. */
const WANTED_STEP = 7;
const STEP_LOSS = 0.08;
/** Loss per step from the start, so that constants without evidence stay. */
const DEPARTURE_LOSS = 0.006;
const LEAST_GAIN = 1e-6;

interface Scored {
  readonly measured: Measurements;
  readonly valid: boolean;
}

/** Returns the published scores, with 0 for an invalid file. */
export function computeQualities(files: readonly Scored[], constants: QualityConstants): readonly number[] {
  return files.map(({ measured, valid }) => (valid ? scoreQuality(measured, constants) : 0));
}

export interface FitInput {
  readonly judged: readonly Measurements[];
  /** Pairs of indexes into `judged`. */
  readonly pairs: readonly Pair[];
  /** Files without grades, whose scores should spread. */
  readonly all: readonly Scored[];
}

/** Searches constants by coordinates. Applies the best single change until no change gains. Equal input gives equal constants. */
export function fitConstants(input: FitInput): QualityConstants {
  let best = START;
  let loss = computeLoss(best, input);
  for (let gained = true; gained; ) {
    gained = false;
    for (const changed of [...weightMoves, ...knobMoves]) {
      const candidate = changed(best);
      if (candidate === null) continue;
      const found = computeLoss(candidate, input);
      if (found > loss - LEAST_GAIN) continue;
      best = candidate;
      loss = found;
      gained = true;
    }
  }
  return best;
}

type Move = (constants: QualityConstants) => QualityConstants | null;

/** Moves one or three points between two parts. */
const weightMoves: readonly Move[] = PARTS.flatMap((from) =>
  PARTS.filter((to) => to !== from).flatMap((to) =>
    [3, 1].map(
      (points): Move =>
        (constants) => {
          const weights = { ...constants.weights };
          weights[from] -= points;
          weights[to] += points;
          if (weights[from] < MIN_WEIGHT || weights.form > MAX_FORM) return null;
          return { ...constants, weights };
        },
    ),
  ),
);

/** Moves a constant to its next value up or down. */
const knobMoves: readonly Move[] = KNOBS.flatMap(({ values, get, set }) =>
  [-1, 1].map(
    (step): Move =>
      (constants) => {
        const next = values[values.indexOf(get(constants)) + step];
        return next === undefined ? null : set(constants, next);
      },
  ),
);

/** Computes the total loss: missing margins of pairs, missing spread of scores, and distance from the start. */
export function computeLoss(constants: QualityConstants, { judged, pairs, all }: FitInput): number {
  const scores = Float64Array.from(judged, (measured) => scoreQuality(measured, constants));
  let lacking = 0;
  let weight = 0;
  for (const { better, worse, apart } of pairs) {
    const lead = (scores[better] ?? 0) - (scores[worse] ?? 0);
    weight += apart;
    if (lead < MARGIN) lacking += apart * (1 - lead / MARGIN) ** 2;
  }
  return lacking / weight + STEP_LOSS * lackOfSpread(all, constants) + DEPARTURE_LOSS * departure(constants);
}

/** Computes the missing spread of valid files, and of all files with 0 for invalid files. */
function lackOfSpread(all: readonly Scored[], constants: QualityConstants): number {
  const qualities = computeQualities(all, constants);
  return (lackOfSteps(qualities) + lackOfSteps(qualities.filter((_, index) => all[index]?.valid))) / 2;
}

function lackOfSteps(qualities: readonly number[]): number {
  const deciles = computeDeciles(qualities);
  const lacking = deciles.slice(1).map((decile, index) => Math.max(0, WANTED_STEP - decile + (deciles[index] ?? 0)));
  return lacking.reduce((sum, lack) => sum + lack * lack, 0) / lacking.length;
}

/** Computes the distance: squared steps of the constants, and squared differences of the weights in units of three points. */
function departure(constants: QualityConstants): number {
  const ofKnobs = KNOBS.map(({ values, get }) => values.indexOf(get(constants)) - values.indexOf(get(START)));
  const ofWeights = PARTS.map((part) => (constants.weights[part] - START.weights[part]) / 3);
  return [...ofKnobs, ...ofWeights].reduce((sum, steps) => sum + steps * steps, 0);
}
