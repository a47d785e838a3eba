import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

const adapter = node({ mode: 'middleware' });
const entry = new URL('./src/site/app.ts', import.meta.url);
const renderPreact = new URL('./src/site/look/components/render-preact.ts', import.meta.url);

export default defineConfig({
  output: 'server',
  publicDir: './src/site/public',
  // Not below node_modules, which may be read-only.
  cacheDir: './dist/.astro-cache',
  // The adapter's own entry opens a server. Ours exports the app, so that the build and the server ask it for pages in process.
  adapter: {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (params) =>
        adapter.hooks['astro:config:done']({
          ...params,
          setAdapter: (own) => params.setAdapter({ ...own, serverEntrypoint: entry }),
        }),
    },
  },
  integrations: [
    {
      name: 'preact',
      hooks: {
        'astro:config:setup': ({ addRenderer }) => addRenderer({ name: 'preact', serverEntrypoint: renderPreact }),
      },
    },
  ],
  // Host names look like file names: every form of a path must reach its page.
  trailingSlash: 'ignore',
  session: false,
  // Nothing here reads a cookie, and `curl -X POST` sends no Origin.
  security: { checkOrigin: false },
  // The Content-Security-Policy allows no inline style or script, and a highlighter writes styles into its markup.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'never' },
  vite: { cacheDir: './dist/.vite-cache', build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
});
