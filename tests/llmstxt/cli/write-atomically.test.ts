import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeAtomically } from '../../../packages/llmstxt/cli/write-atomically.ts';
import { folderOfTest } from '../../temp-folder.ts';

it('does not replace a device, pipe or socket', async () => {
  const path = join(folderOfTest(), 'socket');
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await expect(writeAtomically(path, '# Site\n')).rejects.toThrow('not a regular file');
  expect(statSync(path).isSocket()).toBe(true);
});

it('keeps a mode that the umask forbids for new files', async () => {
  const path = join(folderOfTest(), 'llms.txt');
  writeFileSync(path, '');
  chmodSync(path, 0o666);
  await writeAtomically(path, '# Site\n');
  expect(statSync(path).mode & 0o777).toBe(0o666);
});
