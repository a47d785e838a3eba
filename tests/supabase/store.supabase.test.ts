import { describe } from 'vitest';
import { describeStore } from '../store/describe-store.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

const hasPostgrest = findPostgrest() !== null;

describe.runIf(hasPostgrest)('the store on the real Data API', () => {
  describeStore('the store on PostgreSQL', () => openStackTestStore());
});
