import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWrongSamples, HAS_CURL } from './run-samples.ts';
import { type StartedDirectory, startDirectory } from './start-directory.ts';

const DIRECTORIES = [
  {
    kind: 'empty',
    // Expected answers of a directory without sites, files and internet.
    honest:
      /"total":0[,}]|"code":"(?:domain\.unknown|site\.unreachable|text\.unavailable|registry\.unreachable|proof\.not_found)"/,
  },
  {
    kind: 'recorded',
    // Expected answer of a directory with one version of each file, no homepage and no owner.
    honest:
      /"query":"","page":1,"per_page":20,"total":0,|"from":1,"to":1,"total":0,|"code":"(?:site\.unreachable|proof\.not_found)"/,
  },
] as const;

describe.skipIf(!HAS_CURL).each(DIRECTORIES)(
  'the samples of the documentation, on the $kind directory',
  ({ kind, honest }) => {
    let directory: StartedDirectory;
    beforeAll(async () => {
      directory = await startDirectory(kind);
    });
    afterAll(async () => await directory?.stop());

    it('gets the answers of the documentation', async () => {
      expect(await findWrongSamples(directory.baseUrl, honest)).toEqual([]);
    });
  },
);
