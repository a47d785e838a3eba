interface Props {
  readonly text: string;
  readonly look?: string;
}

/** A block of code. In a browser it comes with the button that copies it, which needs a script (copy-buttons.ts). */
export function Code({ text, look }: Props) {
  const block = (
    <pre class={look}>
      <code>{text}</code>
    </pre>
  );
  if (import.meta.env.SSR) return block;
  return (
    <div class="copyable">
      {block}
      <button type="button" class="copy">
        Copy
      </button>
    </div>
  );
}
