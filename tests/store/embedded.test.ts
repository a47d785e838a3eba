import { describe } from 'vitest';
import { describeRecords } from './describe-contract.ts';
import { openEmbeddedTestStore } from './embedded-test-store.ts';

describe('the embedded store', () => describeRecords(openEmbeddedTestStore));
