import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySite, withEditableSite } from '../../../src/sandbox/editable-site.ts';
import { readSampleWeb, SAMPLE_WEB } from '../../../src/sandbox/sample-web.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';

/** The operator's site. */
export const SITE = 'corner-bakery.example';

export interface Sample {
  /** Settings that lead programs to the sample web, and never outside of this machine. */
  readonly settings: Readonly<Record<string, string>>;
  /** Publishes a token as the file of the pages. */
  publishProof(token: string): void;
  close(): Promise<void>;
}

/** Starts the sample web with an editable site. */
export async function startSample(folder: string): Promise<Sample> {
  const files = join(folder, 'sample-site');
  await copySite(join(SAMPLE_WEB, SITE), files);
  const sites = withEditableSite(await readSampleWeb(), { domain: SITE, folder: files });
  const sandbox = await startSandbox({ sites, dataDir: folder, now: Date.now });
  const rankList = join(folder, 'ranks.csv');
  writeFileSync(rankList, '1,example.com\n');
  return {
    settings: {
      SANDBOX_ORIGIN: sandbox.origin,
      SANDBOX_CA: sandbox.caFile,
      SANDBOX_DNS: sandbox.dns,
      DNS_SERVERS: sandbox.dns,
      RANK_LIST: rankList,
    },
    publishProof(token) {
      mkdirSync(join(files, '.well-known'), { recursive: true });
      writeFileSync(join(files, '.well-known/svc-verify.txt'), `${token}\n`);
    },
    close: () => sandbox.close(),
  };
}
