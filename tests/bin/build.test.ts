import { describe, expect, it } from 'vitest';
import { toExitCode } from '../../bin/commands/build.ts';

const page = { domain: 'a.example', reason: 'no title' };
const file = { path: 'feed.xml', reason: 'no title' };

describe('a build', () => {
  it.each([
    ['all went well', { failed: [], failedFiles: [], published: 5 }, 0],
    ['nothing was there', { failed: [], failedFiles: [], published: 0 }, 0],
    ['some pages failed', { failed: [page], failedFiles: [], published: 4 }, 4],
    ['a list failed', { failed: [], failedFiles: [file], published: 4 }, 4],
    ['nothing can be published', { failed: [page], failedFiles: [file], published: 0 }, 1],
  ])('ends with the right code if %s', (_, report, code) => {
    expect(toExitCode(report)).toBe(code);
  });
});
