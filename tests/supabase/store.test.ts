import { describe } from 'vitest';
import { describeStore } from '../store/describe-store.ts';
import { findPostgrest, npmBinaries } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const hasPostgrest = findPostgrest() !== null;

describe.runIf(hasPostgrest)('the store on the real Data API', () => {
  describeStore('the store on this machine’s PostgreSQL', () => openStackTestStore());
  describeStore('the store on PostgreSQL 18', () => openStackTestStore({ binaries: npmBinaries() }));
});
