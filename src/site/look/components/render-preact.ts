import type { NamedSSRLoadedRendererValue } from 'astro';
import { type ComponentType, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/**
 * Renders components in Astro that page scripts also render (`*.tsx`). Astro's integration is not used, because it
 * hydrates by inline scripts, which the Content-Security-Policy forbids.
 */
const renderer: NamedSSRLoadedRendererValue = {
  name: 'preact',
  check: async (component: unknown) => typeof component === 'function',
  renderToStaticMarkup: async (component: ComponentType, props: Record<string, unknown>) => ({
    html: renderToString(h(component, props)),
  }),
};
export default renderer;
