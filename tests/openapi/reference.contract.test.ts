import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderReference } from '../../.ci/reference/reference.ts';
import type { AppDeps } from '../../functions/http/app.ts';
import type { RunningServer } from '../../functions/http/server.ts';
import { NO_PROXY } from '../../src/runtime/trusted-proxy.ts';
import { fillDoc } from '../../src/site/content/views/docs/doc.ts';
import { listen } from '../functions/http/listen.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { lookNow } from '../ownership/to-look.ts';
import { described } from '../surface/describe-api.ts';
import { keys, owners, ownership, site } from '../surface/known-world.ts';

interface Sample {
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

/** Returns runnable code blocks of the reference, by operation. */
function readSamples(): Sample[] {
  let heading = '';
  return [...[...renderReference().values()].join('\n').matchAll(/^## ([^\n]+)$|^```(\w+)\n(.*?)^```$/gms)].flatMap(
    ([, operation, language, code]) => {
      if (operation !== undefined) heading = operation.replaceAll('*', '');
      // Skip examples of answers.
      if (language === undefined || code === undefined || language === 'json') return [];
      return [{ heading, language, code }];
    },
  );
}

/** Interpreter of each language, or null if it is missing. */
const INTERPRETERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ['bash', '-c'],
  js: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const absent = ['curl', 'python3'].filter((program) => !isThere(program));
if (absent.length > 0) console.log(`not run: the samples that need ${absent.join(' and ')}, which this machine lacks`);
const samples = readSamples();
const runnable = samples.filter(({ language }) => !absent.includes(language === 'sh' ? 'curl' : `${language}3`));

describe('set of samples in the API reference', () => {
  let server: RunningServer;
  beforeAll(async () => {
    // Token of the samples. The samples connect locally, so their address determines the token.
    let token = '';
    const lookForProofs: AppDeps['lookForProofs'] = async ({ domain }) => lookNow(domain, [token]);
    const deps = { ...owners, lookForProofs, baseUrl: 'http://127.0.0.1', trustedProxy: NO_PROXY };
    server = await listen(serveFake(ownership, deps, site).context);
    const verification = await fetch(`http://127.0.0.1:${server.port}/v1/sites/example.com/verification`);
    ({ token } = z.object({ token: z.string() }).parse(await verification.json()));
  });
  afterAll(() => server.stop());

  it('covers every operation in every language', () => {
    const headings = described.map(({ method, path }) => `${method} ${path}`);
    expect(samples.map(({ heading, language }) => `${heading} ${language}`).toSorted()).toEqual(
      headings.flatMap((heading) => ['js', 'python', 'sh'].map((language) => `${heading} ${language}`)).toSorted(),
    );
  });

  it.each(runnable.map((sample) => [sample.heading, sample.language, sample.code] as const))(
    'contains working code for %s in %s',
    async (_, language, code) => {
      const [program = '', ...flags] = INTERPRETERS[language] ?? [];
      const text = fillDoc(code, { baseUrl: `http://127.0.0.1:${server.port}`, example: 'example.com' });
      // Do not record the output, because the program acts for the owner.
      const env = { ...process.env, NODE_OPTIONS: '', API_KEY: keys.get('example.com') };
      const { stdout } = await promisify(execFile)(program, [...flags, text], { env });
      if (language !== 'sh') expect(stdout).toMatch(/^20[012] /);
      expect(stdout).toMatch(/example\.com|domains_tracked|deleted|countries|rules|<svg|delivered/);
    },
  );
});
