import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';
import { folderOfTest } from '../temp-folder.ts';

const LLMS_TXT =
  '# Harbour\n\n> Tides and berths.\n\n## Docs\n\n- [Berths](https://harbour.example/berths.md): where to lie\n';

it('serves pages from their sources at the printed URL until Ctrl-C', async ({ onTestFinished }) => {
  const folder = folderOfTest();
  const web = join(folder, 'web');
  await mkdir(web);
  await writeFile(join(web, 'harbour.example.txt'), LLMS_TXT);
  const port = await freePort();
  const program = startProgram(['dev', '--replay', web], { DATA_DIR: join(folder, 'data'), PORT: String(port) });
  // Kill the process, because the test runner waits for every process that it started, also after a timeout.
  onTestFinished(() => void program.kill('SIGKILL'));
  const address = await readAddress(program.stdout);
  expect(address).toBe(`http://127.0.0.1:${port}`);

  const page = await (await fetch(`${address}/domain/harbour.example`)).text();
  expect(page).toContain('Tides and berths.');
  expect(page).toContain('/@vite/client');
  expect(page, 'what Vite puts into the page would be refused').not.toContain('content-security-policy');
  const markdown = await (await fetch(`${address}/domain/harbour.example.md`)).text();
  expect(markdown).toContain('> Tides and berths.');
  const listing = await (await fetch(`${address}/v1/domains`)).json();
  expect(listing).toMatchObject({ total: 1, results: [{ domain: 'harbour.example' }] });
  const script = await fetch(`${address}/src/site/browser/search.ts`);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  expect((await fetch(`${address}/nothing-here`, { headers: { accept: 'text/html' } })).status).toBe(404);
  expect(await endProgram(program, 'SIGINT')).toEqual([0, null]);
});

/** Returns the URL in the printed line. */
async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^open\s+(\S+)/.exec(line) ?? [];
    if (address) return address;
    lines.push(line);
  }
  throw new Error(`it ended before it was open:\n${lines.join('\n')}`);
}
