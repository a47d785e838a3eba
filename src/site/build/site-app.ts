import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DomainDetail } from '../../directory/detail.ts';
import { paths } from '../../directory/urls.ts';
import { fillIn } from '../docs.ts';
import { JSON_LD_PLACE, renderJsonLd } from '../json-ld.ts';
import type { Page } from '../page.ts';
import type { Service } from '../service.ts';
import { domainJsonLd } from '../views/domain/domain-json-ld.ts';

/** The compiled Astro app, loaded into this process. */
export interface SiteApp {
  /** A page as HTML in UTF-8. Throws when the page could not be rendered. */
  page(path: string, page: Page): Promise<Uint8Array<ArrayBuffer>>;
  domainPage(detail: DomainDetail): Promise<Uint8Array<ArrayBuffer>>;
}

type RenderPage = typeof import('../app.ts').renderPage;

/** `dir` is a compiled site (compile-site.ts). */
export async function loadSiteApp(dir: string, service: Service): Promise<SiteApp> {
  const module: unknown = await import(pathToFileURL(join(dir, 'server/entry.mjs')).href);
  if (!hasRenderPage(module)) throw new TypeError(`${dir} is not a compiled site`);
  const { renderPage } = module;
  const page = async (path: string, shown: Page): Promise<Uint8Array<ArrayBuffer>> => {
    const { status, html } = await renderPage(`${service.baseUrl}${path}`, { service, page: shown });
    // The page that says 404 answers so itself; every other status is a page that failed.
    if (status !== 200 && status !== 404) throw new Error(`${path} could not be rendered (${status})`);
    // Code samples in the documentation name the service's own address.
    return shown.kind === 'doc' ? Buffer.from(fillIn(Buffer.from(html).toString(), service)) : html;
  };
  return {
    page,
    domainPage: async (detail) =>
      embed(
        await page(paths.domain(detail.facts.domain), { kind: 'domain', detail }),
        renderJsonLd(domainJsonLd(detail, service)),
      ),
  };
}

const PLACE = Buffer.from(JSON_LD_PLACE);
const INSIDE = JSON_LD_PLACE.indexOf('></script>') + 1;

/** Puts structured data where the layout has left room for it. */
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
