import { countOf } from '../../content/format/numbers.ts';

interface Props {
  /** Number of shown places of a broken rule. */
  readonly places: number;
  /** Id prefix of the report for the script browser/finding-walk.ts. */
  readonly report: string;
}

/** Shows buttons that move between findings. */
export function FindingWalk({ places, report }: Props) {
  return (
    <p class="walk needs-script" data-walk={report}>
      <span role="status">{countOf(places, 'place')} to look at</span>
      <button type="button" class="quiet-button">
        Next finding
      </button>
    </p>
  );
}
