import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MIGRATIONS } from '../store/embedded-test-store.ts';
import { folderOfTest } from '../temp-folder.ts';
import { findPostgrest, startLocalStack } from './local-stack.ts';

const CLI = 'supabase@2.117.0';

const answerSchema = z.object({
  results: z.array(z.object({ name: z.string(), level: z.string(), detail: z.string() })),
});

/** Accepted findings with reasons. */
const MEANT: readonly { readonly lint: string; readonly reason: string }[] = [
  { lint: 'unused_index', reason: 'no query has run in this database' },
  {
    lint: 'anon_security_definer_function_executable',
    reason: 'the functions are the public reads: tables and the private schema are closed to every key',
  },
];

describe.runIf(findPostgrest() !== null)('Supabase advisor', () => {
  it('finds nothing in the schema', async () => {
    const stack = await startLocalStack({ migrations: MIGRATIONS });
    const home = folderOfTest();
    const command = `--yes ${CLI} db advisors --db-url ${stack.databaseUrl} --level info --output-format json --agent no`;
    const env = { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' };
    try {
      const { stdout } = await promisify(execFile)('npx', command.split(' '), {
        cwd: home,
        env,
        maxBuffer: 10_000_000,
      });
      const { results } = answerSchema.parse(JSON.parse(stdout));
      // Check that the advisor ran, because a new database has unused indexes.
      expect(results.some(({ name }) => name === 'unused_index')).toBe(true);
      const isMeant = (name: string) => MEANT.some(({ lint }) => lint === name);
      expect(results.filter(({ name }) => !isMeant(name)).map(({ detail }) => detail)).toEqual([]);
    } finally {
      await stack.close();
    }
  });
});
