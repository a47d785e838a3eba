import type { ComponentChildren } from 'preact';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly hint: ComponentChildren;
  readonly error: string | undefined;
  readonly value: string;
  /** Number of lines. Default: a box of one line. */
  readonly rows?: number;
  readonly type?: 'text' | 'url' | 'email';
  onInput(value: string): void;
}

export function Field({ id, label, hint, error, value, rows, type = 'text', onInput }: Props) {
  const box = {
    id,
    value,
    'aria-describedby': `${id}-hint ${id}-error`,
    'aria-invalid': error !== undefined,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onInput(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <input {...box} type="text" inputmode={type} autocapitalize="none" autocomplete="off" spellcheck={false} />
      ) : (
        <textarea {...box} rows={rows} autocomplete="off" />
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="field-error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
