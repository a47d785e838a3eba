import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { prepare } from '../../bin/start/prepare.ts';
import { readServiceSettings } from '../../functions/service-settings.ts';
import { startService } from '../../functions/start-service.ts';
import { createContext } from '../../src/runtime/context.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { createLog } from '../../src/runtime/log.ts';
import { openLocalWeb } from '../../src/sandbox/local-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { receiveMail } from '../alerts/receive-mail.ts';
import { PATIENT_DEADLINES } from '../functions/texts/patient-deadlines.ts';
import { RECEIVED_PATH } from '../outputs/secrets-in.ts';
import { TEST_WEB_FOLDERS } from '../sandbox/test-web.ts';
import { growingWeb } from './published-web.ts';

// Runs `npm start` over a web with a control port. Tests post files there, and read the service's posts and emails. With the
// argument `none`, the web has no sites.
const mail = await receiveMail();
const env = parseEnv({
  ...process.env,
  SMTP_URL: mail.smtpUrl,
  MAIL_FROM: 'alerts@directory.example',
  // Trust the test's proxy field, so that each test is a client with separate quotas.
  TRUSTED_PROXY: '1',
});
const web = await openLocalWeb({ dataDir: env.DATA_DIR, folders: process.argv[2] === 'none' ? [] : TEST_WEB_FOLDERS });
const source = growingWeb(web.source);
const sandbox = await startSandbox({ sites: source, dataDir: env.DATA_DIR, now: Date.now });
const log = { ...createLog(Date.now), info: () => {} };
const context = await createContext(env, { access: 'own', sandbox, log });
await prepare(context, { ...web, source }, new AbortController().signal);
const service = await startService(context, await readServiceSettings(env), {
  reservedNames: true,
  textDeadlines: PATIENT_DEADLINES,
});

const fileSchema = z.object({
  host: z.string(),
  path: z.string(),
  type: z.string(),
  body: z.string(),
  isHeld: z.boolean().default(false),
});
const editor = createServer(async (request, response) => {
  if (request.url === RECEIVED_PATH) {
    response.end(JSON.stringify({ posts: source.posts, mails: mail.received }));
    return;
  }
  source.publish(fileSchema.parse(await json(request)));
  response.writeHead(204).end();
});
editor.listen(0, '127.0.0.1', () => process.send?.(editor.address()));

process.once('disconnect', async () => {
  editor.close();
  mail.close();
  await service.stop();
  await context.close();
  await sandbox.close();
  process.exit(0);
});
