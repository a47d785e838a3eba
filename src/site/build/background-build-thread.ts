import { MessageChannel, parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../directory/lower-thread-priority.ts';
import { StoreError } from '../../store/store-error.ts';
import type { BackgroundBuildSetup, StoreReply, StoreRequest, ThreadMessage } from './background-build.ts';
import { buildSite } from './build-site.ts';

lowerThreadPriority();
// Only background-build.ts starts this thread, so messages have its types.
const setup: BackgroundBuildSetup = workerData;
const send = (message: ThreadMessage) => parentPort?.postMessage(message, 'reply' in message ? [message.reply] : []);

function ask<Answer>(method: StoreRequest['method'], ...args: readonly unknown[]): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { port1, port2 } = new MessageChannel();
  port1.once('message', (reply: StoreReply<Answer>) => {
    port1.close();
    if ('error' in reply) reject(new StoreError(reply.error.kind, reply.error.message));
    else resolve(reply.answer);
  });
  send({ question: { method, args }, reply: port2 });
  return promise;
}

send({
  report: await buildSite({
    ...setup,
    now: Date.now,
    store: {
      listChanges: (...args) => ask('listChanges', ...args),
      getDetails: (...args) => ask('getDetails', ...args),
      readIndexWords: (...args) => ask('readIndexWords', ...args),
      stats: () => ask('stats'),
      countries: () => ask('countries'),
      readLastVisits: () => ask('readLastVisits'),
      survey: (...args) => ask('survey', ...args),
    },
  }),
});
