import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { StoredDetail } from '../../directory/detail.ts';
import type { DomainWriterSetup } from './domain-writers.ts';
import { loadSiteApp } from './site-app.ts';
import { openSiteFolder } from './site-folder.ts';
import { writeDomains } from './write-domains.ts';

// Only domain-writers.ts starts this thread, so messages have its types.
const setup: DomainWriterSetup = workerData;
const app = await loadSiteApp(setup.appDir, setup.service);
const folder = openSiteFolder(setup.outDir, `thread-${threadId}`);

parentPort?.on('message', async (details: readonly StoredDetail[]) => {
  parentPort?.postMessage(await writeDomains(app, setup, folder, details));
});
