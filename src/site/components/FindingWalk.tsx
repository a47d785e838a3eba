import { countOf } from '../format/numbers.ts';

interface Props {
  /** Places where a rule is broken that are shown. */
  readonly places: number;
  /** The report in which a script moves on (browser/finding-walk.ts). */
  readonly report: string;
}

/** Leads from finding to finding. */
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
