/** Folders from lowest to highest. A folder imports only from earlier folders. CONTRIBUTING.md describes each folder. */
const FLOORS = [
  'packages/llmstxt/src',
  'src/directory',
  'src/fetch',
  'src/extract',
  'src/search',
  'src/topics',
  'src/ownership',
  'src/store',
  'src/site',
  'src/operations',
  'src/pages',
  'src/runtime',
  'src/crawl',
  'src/drafting',
  'src/alerts',
  'src/jobs',
  'src/sandbox',
  'functions',
  'bin',
];

const within = (folder) => `^${folder}/`;
const anyOf = (folders) => `^(${folders.join('|')})/`;

export default {
  forbidden: [
    ...FLOORS.slice(0, -1).map((room, floor) => ({
      name: `${room}-imports-from-lower-floors-only`,
      severity: 'error',
      from: { path: within(room) },
      to: { path: anyOf(FLOORS.slice(floor + 1)) },
    })),
    {
      name: 'no-circles',
      comment: 'The rule includes types, because two files that share types in a circle belong in one file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'the-engine-imports-only-itself',
      severity: 'error',
      from: { path: within('packages/llmstxt/src') },
      to: { pathNot: within('packages/llmstxt/src') },
    },
    {
      name: 'reading-a-built-site-needs-the-engine-and-node-only',
      severity: 'error',
      from: { path: within('packages/llmstxt/pages') },
      to: { pathNot: [anyOf(['packages/llmstxt/src', 'packages/llmstxt/pages'])], dependencyTypesNot: ['core'] },
    },
    {
      name: 'the-command-line-needs-the-engine-and-node-only',
      severity: 'error',
      from: { path: within('packages/llmstxt/cli') },
      to: {
        pathNot: [anyOf(['packages/llmstxt/src', 'packages/llmstxt/pages', 'packages/llmstxt/cli'])],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'the-action-needs-the-command-line-and-the-core-of-actions-only',
      severity: 'error',
      from: { path: within('packages/llmstxt/action'), pathNot: '/generated/' },
      to: {
        pathNot: [
          anyOf(['packages/llmstxt/src', 'packages/llmstxt/pages', 'packages/llmstxt/cli', 'packages/llmstxt/action']),
          '@actions/core/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'the-engine-is-imported-by-its-public-interface',
      severity: 'error',
      from: { path: anyOf(['src', 'functions', 'bin']) },
      to: { path: within('packages/llmstxt'), pathNot: '^packages/llmstxt/src/index\\.ts$' },
    },
    {
      name: 'nobody-imports-a-program',
      severity: 'error',
      from: { pathNot: '^(bin|tests)/' },
      to: { path: '^(bin|packages/llmstxt/(cli/main|action/action)\\.ts)' },
    },
    {
      name: 'supabase-js-has-one-importer',
      severity: 'error',
      from: { path: '^(src|functions|bin)/', pathNot: '^src/store/client\\.ts$' },
      to: { path: '@supabase/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'astro-modules-where-astro-needs-them',
      severity: 'error',
      from: { path: '^(src|functions|bin)/', pathNot: '(^src/pages/|\\.astro$|content\\.config\\.ts$)' },
      to: { path: '^astro:' },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Packing the packages writes here.
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
