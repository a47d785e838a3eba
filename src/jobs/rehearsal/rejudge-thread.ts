import { parentPort } from 'node:worker_threads';
import type { StoredVisit } from '../../store/rehearsal.ts';
import { rejudge } from './rejudge.ts';

// Only rejudge-threads.ts starts this thread, so messages have its types.
parentPort?.on('message', (visits: readonly StoredVisit[]) => {
  parentPort?.postMessage(visits.map(rejudge));
});
