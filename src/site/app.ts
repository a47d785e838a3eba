import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });

export interface RenderedPage {
  readonly status: number;
  readonly html: string;
}

/** The compiled site: any page, in process. `url` is absolute; what the page shows comes in `locals`. */
export async function renderPage(url: string, locals: App.Locals): Promise<RenderedPage> {
  const response = await app.render(new Request(url), { locals });
  return { status: response.status, html: await response.text() };
}
