import { describe } from 'vitest';
import { describeModeration } from '../jobs/moderation/describe-moderation.ts';
import { findPostgrest } from './local-stack.ts';
import { openStackTestStore } from './stack-test-store.ts';

describe.runIf(findPostgrest() !== null)('store on the real Data API', () => {
  describeModeration('moderation', openStackTestStore);
});
