import { useState } from 'preact/hooks';

interface Props {
  readonly text: string;
  readonly name: string;
}

/** Secret text with its copy button (copy-buttons.ts), hidden until the owner shows it. */
export function Secret({ text, name }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="secret">
      <p class="actions">
        <button type="button" class="quiet-button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} {name}
        </button>
      </p>
      {isShown && (
        <div class="copyable">
          <pre>
            <code>{text}</code>
          </pre>
          <button type="button" class="copy">
            Copy<span class="visually-hidden"> {name}</span>
          </button>
        </div>
      )}
    </div>
  );
}
