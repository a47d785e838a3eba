import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeXml } from '../content/format/xml.ts';
import { JSON_LD_PLACE, renderJsonLd } from '../content/json-ld.ts';
import type { Page } from '../content/page.ts';
import { fillDoc } from '../content/views/docs/doc.ts';
import { openDataJsonLd } from '../content/views/open-data/open-data-json-ld.ts';
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
      return completePage(html, page, service);
    },
  };
}

/** Adds data to a rendered page. */
export function completePage(html: Uint8Array<ArrayBuffer>, page: Page, service: Service): Uint8Array<ArrayBuffer> {
  if (page.kind === 'doc') {
    // Add `rel` to the HTML, because Markdown cannot express it. Links to our pages start with a slash or a placeholder.
    const text = Buffer.from(html).toString().replaceAll('<a href="http', '<a rel="nofollow noopener" href="http');
    return Buffer.from(fillDoc(text, { ...service, example: page.example }, escapeXml));
  }
  if (page.kind === 'data') return embed(html, renderJsonLd(openDataJsonLd(page, service)));
  return html;
}

const PLACE = Buffer.from(JSON_LD_PLACE);
const INSIDE = JSON_LD_PLACE.indexOf('><') + 1;

/** Inserts structured data at the layout's placeholder. */
function embed(html: Uint8Array<ArrayBuffer>, json: string): Uint8Array<ArrayBuffer> {
  const at = Buffer.from(html.buffer, html.byteOffset, html.byteLength).indexOf(PLACE);
  if (at < 0) return html;
  return Buffer.concat([html.subarray(0, at + INSIDE), Buffer.from(json), html.subarray(at + INSIDE)]);
}

function hasRenderPage(module: unknown): module is { renderPage: RenderPage } {
  return (
    typeof module === 'object' && module !== null && 'renderPage' in module && typeof module.renderPage === 'function'
  );
}
