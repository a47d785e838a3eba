import { useState } from 'preact/hooks';
import type { Asked, Refusal } from './owner-api.ts';

type State = 'idle' | 'busy' | { readonly refusal: Refusal };

/** Runs one request at a time per dashboard part, and keeps the last error. */
export function useRequest() {
  const [state, setState] = useState<State>('idle');
  return {
    isBusy: state === 'busy',
    refusal: typeof state === 'object' ? state.refusal : null,
    async run<Value>(ask: () => Promise<Asked<Value>>, onValue: (value: Value) => void | Promise<void>): Promise<void> {
      setState('busy');
      const answer = await ask();
      if (answer.ok) await onValue(answer.value);
      setState(answer.ok ? 'idle' : { refusal: answer });
    },
  };
}
