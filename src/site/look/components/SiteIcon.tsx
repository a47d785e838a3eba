import { siteIcon } from '../../content/views/sites/site-icon.ts';

interface Props {
  readonly domain: string;
  readonly name?: string | null;
}

/** Shows an icon that helps to recognize a site in a list. Screen readers skip the icon, because the name follows. */
export function SiteIcon({ domain, name = null }: Props) {
  const { letter, color } = siteIcon(domain, name);
  return (
    <span class={`site-icon color-${color}`} aria-hidden="true">
      {letter}
    </span>
  );
}
