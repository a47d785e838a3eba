import type { NamedSSRLoadedRendererValue } from 'astro';
import { type ComponentType, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/**
 * How Astro renders the components that are also rendered by scripts of pages (`*.tsx`). Astro's own integration would hydrate
 * them by inline scripts, which the Content-Security-Policy does not allow: our scripts do that themselves.
 */
const renderer: NamedSSRLoadedRendererValue = {
  name: 'preact',
  check: async (component: unknown) => typeof component === 'function',
  renderToStaticMarkup: async (component: ComponentType, props: Record<string, unknown>) => ({
    html: renderToString(h(component, props)),
  }),
};
export default renderer;
