import { describe } from 'vitest';
import { describeAlerts } from '../faults/describe-alerts.ts';
import { findPostgrest } from './local-stack.ts';
import { startStackDirectory } from './stack-directory.ts';

// Use few alerts, because the embedded test sends 2,000. This test checks leases across connections.
describe.runIf(findPostgrest() !== null)('the real stack', () => {
  describeAlerts('PostgreSQL', { alerts: 300, kills: 4 }, startStackDirectory);
});
