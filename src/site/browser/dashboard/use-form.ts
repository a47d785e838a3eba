import { useRef, useState } from 'preact/hooks';
import { fieldErrors } from '../../content/views/owner/field-errors.ts';
import type { OwnerRecord } from './owner-answers.ts';
import type { OwnerApi } from './owner-api.ts';
import { useRequest } from './use-request.ts';

export type FormState = ReturnType<typeof useForm>;

/** Saves changes of the entry. Returns the state of the form, with its message and the errors of its fields. */
export function useForm(api: OwnerApi) {
  const { isBusy, refusal, run } = useRequest();
  const [done, setDone] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const violations = refusal?.violations ?? [];
  // Refused fields show their own errors.
  const refused = violations.length > 0 ? 'Not saved: see the marked fields.' : refusal?.detail;
  return {
    form,
    isBusy,
    message: isBusy ? 'Saving …' : (refused ?? done),
    errors: fieldErrors(violations),
    /** Sends the changes. `onSaved` returns the result message, and `unchanged` is the message without changes. */
    async save(
      changes: Readonly<Record<string, unknown>>,
      unchanged: string,
      onSaved: (record: OwnerRecord) => string | Promise<string>,
    ) {
      if (Object.keys(changes).length === 0) return setDone(unchanged);
      setDone('');
      await run(
        () => api.update(changes),
        async (record) => setDone(await onSaved(record)),
      );
      // Wait until the errors are shown.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
  };
}
