import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AstroIntegration, type AstroUserConfig, dev } from 'astro';
import { openBuiltFiles } from './built-files.ts';
import { deferredRenderer } from './deferred-renderer.ts';
import type { createRenderer, Renderer, RendererSetup } from './renderer.ts';
import type { SiteApp } from './site-app.ts';

export interface DevSiteOptions extends RendererSetup {
  readonly host: string;
  readonly port: number;
  /** URL of the service, which serves every request except source files. */
  readonly serviceUrl: string;
}

export interface DevSite {
  readonly renderer: Renderer;
  stop(): Promise<void>;
}

type ViteServer = Parameters<NonNullable<AstroIntegration['hooks']['astro:server:setup']>>[0]['server'];

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PUBLIC = resolve(import.meta.dirname, '../public');
/** Header that identifies the page which the service requests from Astro. */
const PAGE_FIELD = 'x-dev-page';
/** Symbol of a request's locals in Astro's development server. */
const LOCALS = Symbol.for('astro.locals');
/** Policy that allows Vite's inline styles and reload script. */
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
/** Matches paths of modules and sources, which Vite serves. */
const SOURCE = /^\/(?:@|src\/|packages\/|node_modules\/)/;

/**
 * Starts Astro's development server in front of the service. The server renders pages from the sources. The browser
 * reloads after a change.
 */
export async function startDevSite({ host, port, serviceUrl, ...setup }: DevSiteOptions): Promise<DevSite> {
  const pages = new Map<string, App.Locals>();
  let vite: ViteServer | null = null;
  const integration: AstroIntegration = {
    name: 'pages-of-the-service',
    hooks: {
      'astro:server:setup': ({ server }) => {
        vite = server;
        server.middlewares.use((request, _, next) => {
          Reflect.set(request, LOCALS, pages.get(String(request.headers[PAGE_FIELD])));
          next();
        });
      },
    },
  };
  const site = await dev({
    root: ROOT,
    logLevel: 'warn',
    server: { host, port },
    integrations: [integration],
    vite: { server: { strictPort: true, proxy: { '^/': toService(serviceUrl) } } },
  });

  const app: SiteApp = {
    async page(path, page) {
      const id = randomUUID();
      const locals = { service: setup.service, page };
      pages.set(id, locals);
      try {
        const answer = await fetch(new URL(path, setup.service.baseUrl), { headers: { [PAGE_FIELD]: id } });
        // Show the error page too, because it names the place in the source.
        return Buffer.from((await answer.text()).replace(POLICY, ''));
      } finally {
        pages.delete(id);
      }
    },
  };
  return { renderer: deferredRenderer(createReloadingRenderer(() => vite, app, setup)), stop: site.stop };
}

interface RendererModule {
  readonly createRenderer: typeof createRenderer;
}

/** Creates a renderer that reloads after a change. Vite also loads views and texts. */
function createReloadingRenderer(vite: () => ViteServer | null, app: SiteApp, setup: RendererSetup) {
  let made: { readonly by: RendererModule; readonly renderer: Promise<Renderer> } | null = null;
  return async (): Promise<Renderer> => {
    const module = await vite()?.ssrLoadModule('/src/site/build/renderer.ts');
    if (!hasCreateRenderer(module)) throw new Error('the development server has not started');
    if (made?.by !== module) {
      made = { by: module, renderer: module.createRenderer(app, openBuiltFiles(PUBLIC), setup) };
    }
    return await made.renderer;
  };
}

function hasCreateRenderer(module: unknown): module is RendererModule {
  return typeof module === 'object' && module !== null && 'createRenderer' in module;
}

type ProxyOptions = NonNullable<NonNullable<NonNullable<AstroUserConfig['vite']>['server']>['proxy']>[string];

function toService(target: string): ProxyOptions {
  return {
    target,
    bypass: ({ url = '/', headers }) => {
      const [path = ''] = url.split('?');
      const isPublic = path !== '/' && existsSync(join(PUBLIC, path));
      return PAGE_FIELD in headers || SOURCE.test(path) || isPublic ? url : undefined;
    },
    configure: (proxy) => {
      proxy.on('proxyRes', ({ headers }) => {
        // Use the policy of the page, and disable caching.
        delete headers['content-security-policy'];
        headers['cache-control'] = 'no-store';
      });
    },
  };
}
