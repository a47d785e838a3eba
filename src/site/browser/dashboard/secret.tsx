import { useState } from 'preact/hooks';
import { Code } from '../../look/components/Code.tsx';

interface Props {
  readonly text: string;
  readonly name: string;
}

/** Secret text, hidden until the owner shows it. */
export function Secret({ text, name }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="secret">
      <p class="actions">
        <button type="button" class="quiet-button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'} {name}
        </button>
      </p>
      {isShown && <Code text={text} copied={name} />}
    </div>
  );
}
