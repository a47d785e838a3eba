import { describe } from 'vitest';
import { describeLinks } from '../store/describe-links.ts';
import { describeSearch } from '../store/describe-search.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeSearch('the store on PostgreSQL', openStackTestStore);
  describeLinks('the store on PostgreSQL', openStackTestStore);
});
