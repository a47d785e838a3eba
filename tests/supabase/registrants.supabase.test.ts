import { describe } from 'vitest';
import { describeRegistrants } from '../store/describe-registrants.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeRegistrants('registrants', openStackTestStore);
});
