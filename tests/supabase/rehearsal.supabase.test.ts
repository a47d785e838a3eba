import { describe } from 'vitest';
import { describeRehearsal } from '../store/describe-rehearsal.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeRehearsal('what a rehearsal reads', openStackTestStore);
});
