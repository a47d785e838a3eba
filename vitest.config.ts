import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import './tests/start-env.ts';

/**
 * Time after which a test or hook counts as hung, in ms. A busy machine takes ten times as long as a quiet one, and no test of most
 * suites needs 20 s on a quiet one.
 */
const HANG_MS = 300_000;
/** Time after which a condition counts as never met, in ms. */
const POLL_MS = 120_000;

/** Suites by the suffix of their files. `tests/a.slow.test.ts` belongs to `slow`, and `tests/a.test.ts` to `unit`. */
const SUITES: Record<string, TestProjectInlineConfiguration['test']> = {
  /** `npm test` takes less than two minutes. Many files wait, so three workers keep two cores busy. */
  unit: { include: ['tests/**/*.test.ts'], exclude: ['tests/**/*.*.test.ts'], maxWorkers: 3 },
  /** Full builds, crawls and copies, large texts, and thousands of random cases. */
  slow: {},
  /**
   * Engine and drafts over real files, which are not part of the project. Without the files, the tests print a note and pass.
   */
  corpus: {
    // Disable Vite's module runner, because Node runs the engine a third faster.
    experimental: { viteModuleRunner: false },
    // The slowest test takes a minute on a quiet machine.
    testTimeout: 3 * HANG_MS,
    hookTimeout: 3 * HANG_MS,
  },
  /** OpenAPI description under independent linters, and random requests (RANDOM_REQUESTS of each operation). */
  contract: {},
  /** Servers and jobs in separate processes. */
  programs: {},
  /** Published packages in an empty folder, on each Node that they support. The first run downloads these Nodes. */
  package: { globalSetup: 'tests/llmstxt/package/new-user.ts', isolate: true, maxWorkers: 1 },
  /** Official MCP programs. The first run downloads the inspector and three SDKs. */
  mcp: { isolate: true, maxWorkers: 1 },
  /** Kills, stalls and broken parts. The files mostly wait, so three workers keep two cores busy. */
  faults: { maxWorkers: 3, testTimeout: 3 * HANG_MS },
  /** PostgreSQL and the Data API. The files mostly wait, so three workers keep two cores busy. */
  supabase: { maxWorkers: 3 },
  /** A real browser per file, and one server. A page is a separate client, and a test has separate sites. */
  e2e: { globalSetup: 'tests/e2e/start-stage.ts' },
};

export default defineConfig({
  test: {
    projects: Object.entries(SUITES).map(([name, suite], index) => ({
      test: {
        name,
        // Run one suite after another, because they have different numbers of workers.
        sequence: { groupOrder: index },
        include: [`tests/**/*.${name}.test.ts`],
        setupFiles: ['tests/random-seed.ts'],
        // Pages follow a change after up to half a minute, and a busy machine takes several times as long.
        expect: { poll: { timeout: POLL_MS } },
        testTimeout: HANG_MS,
        hookTimeout: HANG_MS,
        // Share processes, because a process per file would load the modules and the database 190 times, a third of the whole
        // time.
        isolate: false,
        maxWorkers: 2,
        ...suite,
      },
    })),
  },
});
