import type { Fact } from '../../content/views/phrase.ts';
import { Phrase } from './Phrase.tsx';

interface Props {
  readonly facts: readonly Fact[];
  readonly wide?: boolean;
}

export function Facts({ facts, wide = false }: Props) {
  return (
    <dl class={wide ? 'facts wide' : 'facts'}>
      {facts.map((fact) => (
        <div>
          <dt>{fact.label}</dt>
          <dd class={mayBeLong(fact) ? 'break' : undefined}>
            <Phrase phrase={fact.value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Reports whether a value may be long without a blank for a line break, like text of the site and code. */
function mayBeLong({ value }: Fact): boolean {
  return value.some((part) => typeof part !== 'string' && ('code' in part || 'quoted' in part));
}
