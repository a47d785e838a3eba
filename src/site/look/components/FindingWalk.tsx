import { countOf, formatCount } from '../../../directory/format-numbers.ts';

interface Props {
  /** Number of shown places of broken rules. */
  readonly places: number;
  /** Number of all places. */
  readonly total: number;
  /** Id prefix of the report for the script browser/finding-walk.ts. */
  readonly report: string;
}

export function FindingWalk({ places, total, report }: Props) {
  return (
    <p class="walk needs-script" data-walk={report}>
      <span role="status">
        {places < total
          ? `${formatCount(places)} of ${countOf(total, 'place')} shown`
          : `${countOf(places, 'place')} to look at`}
      </span>
      <button type="button" class="quiet-button">
        Next finding
      </button>
    </p>
  );
}
