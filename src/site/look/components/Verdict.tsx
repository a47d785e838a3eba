import type { VerdictView } from '../../content/views/quality/grade.ts';
import { Phrase } from './Phrase.tsx';

interface Props {
  readonly view: VerdictView;
}

/** Shows the grade of a file with its meaning and the next steps. */
export function Verdict({ view: { words, look, score, sentence, steps } }: Props) {
  return (
    <div class={`grade ${look}`}>
      <p class="grade-words">
        <strong>{words}</strong>
        {score !== null && <span>quality {score} of 100</span>}
      </p>
      <div class="grade-text">
        <p>{sentence}</p>
        {steps.length > 0 && (
          <ol>
            {steps.map((step) => (
              <li>
                <Phrase phrase={step} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
