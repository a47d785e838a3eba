import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Refusal } from './owner-api.ts';

interface Props {
  readonly refusal: Refusal;
  onRetry(): void;
  onClose(): void;
}

/** Explains that the service did not open the dashboard, and offers another try with the same key. */
export function Unavailable({ refusal, onRetry, onClose }: Props) {
  const problem = useRef<HTMLParagraphElement>(null);
  // Move the focus with the message, so that screen readers announce the message.
  useLayoutEffect(() => problem.current?.focus(), []);
  return (
    <section class="panel" aria-label="The dashboard">
      <p class="warning-line" tabindex={-1} ref={problem}>
        {refusal.detail}
      </p>
      <p class="actions">
        <button type="button" onClick={onRetry}>
          Try again
        </button>
        <button type="button" class="quiet-button" onClick={onClose}>
          Close the dashboard
        </button>
      </p>
    </section>
  );
}
