import { describe } from 'vitest';
import { describeRecords, describeSearches } from '../store/describe-contract.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('the store on the real Data API', () => {
  describe('records', () => describeRecords(openStackTestStore));
  describe('searches', () => describeSearches(openStackTestStore));
});
