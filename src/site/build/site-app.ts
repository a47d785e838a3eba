import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '../content/page.ts';
import type { Service } from '../service.ts';

/** Renderer of pages: the compiled Astro app in this process, or a server that reloads its sources. */
export interface SiteApp {
  /** Renders a page as HTML in UTF-8. Rejects if the page fails to render. */
  page(path: string, page: Page): Promise<Uint8Array<ArrayBuffer>>;
}

type RenderPage = typeof import('../app.ts').renderPage;

/**
 * Loads a compiled site.
 * @param dir result of `compileSite`
 */
export async function loadSiteApp(dir: string, service: Service): Promise<SiteApp> {
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(join(dir, 'server/entry.mjs')).href);
  if (!hasRenderPage(module)) throw new TypeError(`${dir} is not a compiled site`);
  const { renderPage } = module;
  return {
    page: async (path, page) => {
      const { status, html } = await renderPage(`${service.baseUrl}${path}`, { service, page });
      // Accept 404 for the not-found page only. Other statuses mean that rendering failed.
      if (status !== 200 && status !== 404) throw new Error(`${path} could not be rendered (${status})`);
      return html;
    },
  };
}

function hasRenderPage(module: unknown): module is { renderPage: RenderPage } {
  return (
    typeof module === 'object' && module !== null && 'renderPage' in module && typeof module.renderPage === 'function'
  );
}
