import { describeAlerts } from './describe-alerts.ts';
import { createFolderDirectory } from './folder-directory.ts';

const alerts = Number(process.env['FAULT_ALERTS'] ?? 1_000);

describeAlerts('the embedded database', { alerts, kills: 10 }, createFolderDirectory);
