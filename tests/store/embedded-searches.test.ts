import { describe } from 'vitest';
import { describeSearches } from './describe-contract.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describe('the embedded store', () => describeSearches(openEmbeddedTestStore));
