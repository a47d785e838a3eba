import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { crawlOnce } from '../../bin/start/prepare.ts';
import { createContext } from '../../src/runtime/context.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { silentLog } from '../../src/runtime/log.ts';
import type { LocalWeb } from '../../src/sandbox/local-web.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebSource } from '../../src/sandbox/web-source.ts';
import { FILE, names } from '../crawl/fake-crawl.ts';
import { EXAMPLE_WEB } from '../sandbox/example-web.ts';

const SITES = 12;
const MOST_AT_ONCE = 8;

it('visits few local sites at once, because the same process answers for them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'prepare-'));
  const domains = names(SITES);
  const open: string[] = [];
  let most = 0;
  const source: WebSource = {
    ...EXAMPLE_WEB,
    names: () => domains,
    async answer({ host, path }) {
      open.push(host);
      most = Math.max(most, new Set(open).size);
      await wait(20);
      open.splice(open.indexOf(host), 1);
      const body = path === '/llms.txt' ? FILE : 'Home.';
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(body) };
    },
  };
  const sandbox = await startSandbox({ sites: source, dataDir, now: Date.now });
  const context = await createContext(parseEnv({ DATA_DIR: dataDir }), { access: 'own', sandbox, log: silentLog });
  const web: LocalWeb = {
    source,
    domains,
    facts: [],
    owners: [],
    label: '',
    past: [],
    setBack: () => {},
    editable: null,
    skipped: [],
    wasCrawled: false,
    markCrawled: async () => {},
  };
  try {
    await crawlOnce(context, web, new AbortController().signal);
    expect(await context.store.stats()).toMatchObject({ valid_llms_txt: SITES });
    expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  } finally {
    await context.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  }
});
