import { render } from 'preact';
import { useState } from 'preact/hooks';
import { askApi } from './ask-api.ts';

type State = 'ready' | 'adding' | 'added' | { readonly problem: string };

/** A button that adds the domain to the directory. */
function AddDomain({ domain }: { readonly domain: string }) {
  const [state, setState] = useState<State>('ready');
  const add = async () => {
    setState('adding');
    const answer = await askApi('/v1/sites', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    });
    setState(answer.ok ? 'added' : { problem: [answer.detail, ...answer.errors].join(' ') });
  };
  return (
    <>
      <p>
        <button type="button" disabled={state === 'adding' || state === 'added'} onClick={add}>
          Add {domain}
        </button>
      </p>
      <p role="status">
        {state === 'adding' && 'Adding …'}
        {state === 'added' && (
          <>
            Added. <a href={`/domain/${domain}`}>Open its page</a>
          </>
        )}
        {typeof state === 'object' && state.problem}
      </p>
    </>
  );
}

for (const place of document.querySelectorAll<HTMLElement>('[data-register]')) {
  render(<AddDomain domain={place.dataset['register'] ?? ''} />, place);
}
