import { paths } from '../../../directory/urls.ts';
import type { Service } from '../../service.ts';

/** Renders the web app manifest: https://www.w3.org/TR/appmanifest/. */
export function renderWebManifest({ name }: Service): string {
  const icon = (size: number) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  });
  return JSON.stringify({
    id: paths.home,
    name,
    short_name: 'llms.txt',
    start_url: paths.home,
    display: 'minimal-ui',
    background_color: '#fafaf8',
    theme_color: '#0b6b5b',
    icons: [icon(192), icon(512)],
  });
}
