import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

/** Renders a page of the compiled site in process as UTF-8. `url` is absolute. `locals` carries the page's data. */
export async function renderPage(url: string, locals: App.Locals) {
  const response = await app.render(new Request(url), { locals });
  // Use `arrayBuffer`, because the HTTP server replaces Node's Response by a class without `bytes`.
  return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
}
