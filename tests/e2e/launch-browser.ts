import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Public name that the browser resolves to this machine. */
export const PUBLIC_HOST = 'directory.net';

/** Unpacks the browser if needed, and returns its path. Do not call it twice at once, because both calls would write one file. */
export async function unpackBrowser(): Promise<string> {
  return await sparticuz.executablePath();
}

/** Starts a browser without the flags of the package, because several contexts need several processes. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await unpackBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
  });
}
