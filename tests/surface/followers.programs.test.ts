import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../functions/http/server.ts';
import { NO_PROXY } from '../../src/runtime/trusted-proxy.ts';
import { listen } from '../functions/http/listen.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { fillDirectory } from '../functions/mcp/a-directory.ts';
import { readCopy } from '../jobs/mirror/read-copy.ts';
import { openEmbeddedTestStore } from '../store/embedded-test-store.ts';
import { useTestStore } from '../store/use-test-store.ts';
import { folderOfFile } from '../temp-folder.ts';

const run = promisify(execFile);
const page = readFileSync(join(import.meta.dirname, '../../src/content/docs/data.md'), 'utf8');

describe('program on the page about open data', () => {
  const opened = useTestStore(openEmbeddedTestStore);
  let server: RunningServer;
  const folder = folderOfFile();
  beforeAll(async () => {
    await fillDirectory(opened.store);
    server = await listen(serveFake(opened.store, { now: Date.now, trustedProxy: NO_PROXY }).context);
  });
  afterAll(() => server?.stop());

  const toProgram = (language: string) => {
    const [, program = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
    expect(program.trim().split('\n').length).toBeLessThanOrEqual(22);
    return program.replaceAll('%BASE_URL%', `http://127.0.0.1:${server.port}`);
  };
  const copyInPython = () => readCopy(folder).map(({ domain }) => domain);
  const copyInJavaScript = () =>
    Object.keys(JSON.parse(readFileSync(join(folder, 'directory.json'), 'utf8')).records).sort();

  const programs: [language: string, file: string, command: string, copied: () => string[]][] = [
    ['python', 'follow.py', 'python3', copyInPython],
    ['js', 'follow.mjs', process.execPath, copyInJavaScript],
  ];
  it.each(programs)('keeps a copy in %s', async (language, file, command, copied) => {
    writeFileSync(join(folder, file), toProgram(language));
    const follow = () => run(command, [file], { cwd: folder });
    await follow();
    expect(copied()).toEqual(['bad.com', 'new.com', 'orders.com', 'tides.com']);
    await opened.store.track(['later.com']);
    await opened.remove('new.com');
    await follow();
    await follow();
    expect(copied()).toEqual(['bad.com', 'later.com', 'orders.com', 'tides.com']);
    await opened.query('update directory.instance set id = gen_random_uuid()');
    await opened.remove('later.com');
    await opened.store.track(['new.com']);
    // Wait, because the server caches an unchanged answer for a moment.
    const copy = async () => {
      await follow();
      return copied();
    };
    await expect.poll(copy).toEqual(['bad.com', 'new.com', 'orders.com', 'tides.com']);
  });
});
