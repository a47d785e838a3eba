import { refusalText, type useRequest } from './use-request.ts';

interface Props {
  readonly label: string;
  readonly request: ReturnType<typeof useRequest>;
  /** Result message of the last request, empty before the first. */
  readonly done: string;
}

/** Save button with its result message. */
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
