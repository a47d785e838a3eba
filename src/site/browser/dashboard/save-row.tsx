import { refusalText, type useRequest } from './use-request.ts';

interface Props {
  readonly label: string;
  readonly request: ReturnType<typeof useRequest>;
  /** What is said after the last request; empty before it. */
  readonly done: string;
}

/** The button of a form, and what became of saving it. */
export function SaveRow({ label, request, done }: Props) {
  return (
    <>
      <p class="actions">
        <button type="submit" disabled={request.isBusy}>
          {label}
        </button>
      </p>
      <p role="status">{request.isBusy ? 'Saving …' : request.refusal ? refusalText(request.refusal) : done}</p>
    </>
  );
}
