import type { ComponentChildren } from 'preact';
import type { FormState } from './use-form.ts';

interface Props {
  readonly state: FormState;
  readonly label: string;
  readonly children: ComponentChildren;
  onSave(): void;
}

export function Form({ state: { form, isBusy, message }, label, children, onSave }: Props) {
  const save = (event: Event) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form class="fields" onSubmit={save} ref={form} noValidate>
      {children}
      <p class="actions">
        <button type="submit" disabled={isBusy}>
          {label}
        </button>
      </p>
      <p role="status">{message}</p>
    </form>
  );
}
