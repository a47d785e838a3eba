interface Props {
  readonly text: string;
  readonly copied: string;
}

/** Code block with its copy button (copy-buttons.ts), for components in a browser. */
export function Code({ text, copied }: Props) {
  return (
    <div class="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="copy">
        Copy<span class="visually-hidden"> {copied}</span>
      </button>
    </div>
  );
}
