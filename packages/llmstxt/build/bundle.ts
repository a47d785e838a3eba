import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

/** The package's folder. */
export const ROOT = join(import.meta.dirname, '..');

const MODULE = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The command line imports the engine beside it, which other programs import too. */
const useEngine: Plugin = {
  name: 'use-engine',
  setup({ onResolve }) {
    onResolve({ filter: /\/src\/index\.ts$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** The core of actions brings a whole HTTP client for identity tokens, which this action does not ask for. */
const dropHttpClient: Plugin = {
  name: 'drop-http-client',
  setup({ onResolve }) {
    onResolve({ filter: /^@actions\/http-client/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** Writes dist/index.js, the engine, and dist/cli.js, the command line over it. */
export async function bundlePackage(): Promise<void> {
  const target = 'node20';
  await build({ ...MODULE, target, platform: 'neutral', entryPoints: ['src/index.ts'], outfile: 'dist/index.js' });
  await build({ ...MODULE, target, entryPoints: ['cli/main.ts'], outfile: 'dist/cli.js', plugins: [useEngine] });
}

/** The GitHub Action with everything that it needs, as one module. */
export async function bundleAction(): Promise<string> {
  const { outputFiles } = await build({
    ...MODULE,
    target: 'node24',
    entryPoints: ['action/action.ts'],
    plugins: [dropHttpClient],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
