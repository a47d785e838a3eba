import measured from '../../../../content/ruler/measured.json' with { type: 'json' };

const { agreement, farms } = measured;

/** Measured figures of the scoring document, by placeholder. */
export const MEASURED_FACTS: readonly (readonly [name: string, value: string])[] = [
  ['agreement.files', String(agreement.files)],
  ['agreement.both', String(agreement.readers.files)],
  ...figuresIn('agreement', agreement),
  ...figuresIn('readers', agreement.readers),
  ['edits.pairs', String(sum(agreement.edits.map(({ pairs }) => pairs)))],
  ['edits.as_expected', String(sum(agreement.edits.map(({ as_expected }) => as_expected)))],
  ['edits.kinds', String(agreement.edits.length)],
  ...agreement.edits.map(
    ({ kind, as_expected, pairs }) => [`edit.${editName(kind)}`, `${as_expected} of ${pairs}`] as const,
  ),
  ['farms.days', String(farms.days)],
  ...farms.costs.flatMap(({ id, names, proofs, bytes, quality, authority, days }) => [
    [`farm.${id}.names`, String(names)] as const,
    [`farm.${id}.proofs`, String(proofs)] as const,
    [`farm.${id}.kB`, String(Math.round(bytes / 1000))] as const,
    [`farm.${id}.quality`, String(quality)] as const,
    [`farm.${id}.authority`, String(authority)] as const,
    [`farm.${id}.days`, days === null ? 'never' : String(days)] as const,
  ]),
];

/** Returns the placeholder name of a kind of edit, such as `translated-es`. */
export function editName(kind: string): string {
  return kind.replace(/[^a-z]+/g, '-').replace(/-$/, '');
}

interface Figures {
  readonly pairs_in_order: number;
  readonly pairs_two_apart_in_order: number;
  readonly rank_correlation: number;
}

function figuresIn(path: string, figures: Figures) {
  return [
    [`${path}.one`, percent(figures.pairs_in_order)] as const,
    [`${path}.two`, percent(figures.pairs_two_apart_in_order)] as const,
    [`${path}.rank`, figures.rank_correlation.toFixed(2)] as const,
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
