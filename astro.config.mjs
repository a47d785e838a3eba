import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

const adapter = node({ mode: 'middleware' });
const entry = new URL('./src/site/app.ts', import.meta.url);
const renderPreact = new URL('./src/site/look/components/render-preact.ts', import.meta.url);

export default defineConfig({
  output: 'server',
  publicDir: './src/site/public',
  // Do not use node_modules, which may be read-only.
  cacheDir: './dist/.astro-cache',
  // Use our own entry, because the adapter's entry opens a server. Our entry exports the app, so that the build and the
  // server render pages in process.
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
  // Accept every form of a path, because host names look like file names.
  trailingSlash: 'ignore',
  session: false,
  // Nothing here reads a cookie, and `curl -X POST` sends no Origin.
  security: { checkOrigin: false },
  // Use no highlighter, because it writes styles and the Content-Security-Policy allows no inline style.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'never' },
  vite: { cacheDir: './dist/.vite-cache', build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
});
