import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

export interface RenderedPage {
  readonly status: number;
  /** UTF-8. */
  readonly html: Uint8Array<ArrayBuffer>;
}

/** The compiled site: any page, in process. `url` is absolute; what the page shows comes in `locals`. */
export async function renderPage(url: string, locals: App.Locals): Promise<RenderedPage> {
  const response = await app.render(new Request(url), { locals });
  // The HTTP server puts a lighter class in the place of Node's Response, which has `arrayBuffer` but not `bytes`.
  return { status: response.status, html: new Uint8Array(await response.arrayBuffer()) };
}
