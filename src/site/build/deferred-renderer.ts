import type { Renderer } from './renderer.ts';

/** Returns a renderer that calls `get` before each call. */
export function deferredRenderer(get: () => Promise<Renderer>): Renderer {
  return {
    render: async (path, client) => await (await get()).render(path, client),
    show: async (path, page) => await (await get()).show(path, page),
    showMarkdown: async (page) => await (await get()).showMarkdown(page),
    notFound: async (domain) => await (await get()).notFound(domain),
  };
}
