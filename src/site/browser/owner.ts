import { openDashboard } from './dashboard/open-dashboard.tsx';

openDashboard(document, null);
