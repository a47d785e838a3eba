import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..');

const MODULE = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Makes the command import the neighboring engine module. */
const useEngine: Plugin = {
  name: 'use-engine',
  setup({ onResolve }) {
    onResolve({ filter: /\/src\/index\.ts$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** Keeps the engine's modules separate, so that a bundler drops unused modules. */
const keepModules: Plugin = {
  name: 'keep-modules',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/ts$/, 'js'), external: true },
    );
  },
};

/** Replaces the HTTP client of `@actions/core`, because the Action requests no identity tokens. */
const dropHttpClient: Plugin = {
  name: 'drop-http-client',
  setup({ onResolve }) {
    onResolve({ filter: /^@actions\/http-client/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** Writes the engine's modules with dist/index.js, and the command dist/cli.js. */
export async function bundlePackage(): Promise<void> {
  const target = 'node20';
  // Modules with only types are empty.
  const modules = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !/(?:^src\/types\/|-types\.ts$)/.test(file));
  const engine = { ...MODULE, target, platform: 'neutral', minifyWhitespace: true } as const;
  await build({ ...engine, entryPoints: modules, outdir: 'dist', plugins: [keepModules] });
  await build({ ...MODULE, target, entryPoints: ['cli/main.ts'], outfile: 'dist/cli.js', plugins: [useEngine] });
}

/** Bundles the GitHub Action as one module. */
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
