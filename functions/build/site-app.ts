import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DomainDetail } from '../../src/directory/detail.ts';
import { fillIn } from '../../src/site/docs.ts';
import { domainJsonLd } from '../../src/site/domain-json-ld.ts';
import { embedJsonLd } from '../../src/site/json-ld.ts';
import type { Page, Service } from '../../src/site/page.ts';
import { paths } from '../../src/site/urls.ts';

/** The compiled Astro app, loaded into this process. */
export interface SiteApp {
  /** A page as HTML. Throws when the page could not be rendered. */
  page(path: string, page: Page): Promise<string>;
  domainPage(detail: DomainDetail): Promise<string>;
}

type RenderPage = typeof import('../../src/site/app.ts').renderPage;

/** `dir` is a compiled site (compile-site.ts). */
export async function loadSiteApp(dir: string, service: Service): Promise<SiteApp> {
  const module: unknown = await import(pathToFileURL(join(dir, 'server/entry.mjs')).href);
  if (!hasRenderPage(module)) throw new TypeError(`${dir} is not a compiled site`);
  const { renderPage } = module;
  const page = async (path: string, shown: Page): Promise<string> => {
    const { status, html } = await renderPage(`${service.baseUrl}${path}`, { service, page: shown });
    // The page that says 404 answers so itself; every other status is a page that failed.
    if (status !== 200 && status !== 404) throw new Error(`${path} could not be rendered (${status})`);
    // Code samples in the documentation name the service's own address.
    return shown.kind === 'doc' ? fillIn(html, service) : html;
  };
  return {
    page,
    domainPage: async (detail) =>
      embedJsonLd(
        await page(paths.domain(detail.facts.domain), { kind: 'domain', detail }),
        domainJsonLd(detail, service),
      ),
  };
}

function hasRenderPage(module: unknown): module is { renderPage: RenderPage } {
  return (
    typeof module === 'object' && module !== null && 'renderPage' in module && typeof module.renderPage === 'function'
  );
}
