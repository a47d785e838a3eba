import type { AgentsView } from '../../content/views/agents/agents-view.ts';

interface Props {
  readonly view: AgentsView;
  readonly id: string;
}

/** Shows the access of common agents by robots.txt. */
export function Agents({ view: { lede, contradictions, rows }, id }: Props) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>Access of agents</h2>
      <p>{lede}</p>
      {contradictions.map((sentence) => (
        <p class="warning-line">
          <bdi>{sentence}</bdi>
        </p>
      ))}
      <details>
        <summary>All agents</summary>
        <dl class="facts wide">
          {rows.map(({ purpose, names, says, isOpen, rule, signal }) => (
            <div>
              <dt>{purpose}</dt>
              <dd>
                {names}: <span class={isOpen ? 'status valid' : 'status invalid'}>{says}</span>
                {rule && (
                  <span class="quiet">
                    {' '}
                    line {rule.line} of robots.txt:{' '}
                    <code class="break">
                      <bdi>{rule.text}</bdi>
                    </code>
                  </span>
                )}
                {signal && <span class="quiet"> Content-Signal: {signal}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
