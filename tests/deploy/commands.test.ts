import { expect, it } from 'vitest';
import { readPage } from './walk/page.ts';

it.each(['one-machine.md', 'free-plans.md'])('verifies the first site after at most 12 commands of %s', (name) => {
  const commands = readPage(name).commandsOf('Install', 'Start', 'Verify a site');
  expect(commands.length).toBeLessThanOrEqual(12);
});
