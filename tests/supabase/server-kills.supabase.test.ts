import { describe } from 'vitest';
import { describeServerKills } from '../faults/describe-server-kills.ts';
import { findPostgrest } from './local-stack.ts';
import { startStackDirectory } from './stack-directory.ts';

// Database calls from before the kill continue without the server.
describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeServerKills('PostgreSQL', startStackDirectory);
});
