interface Props {
  readonly text: string;
  /** What is copied, as its button names it. */
  readonly copied: string;
}

/** A block of code with the button that copies it (copy-buttons.ts), for components that live in a browser. */
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
