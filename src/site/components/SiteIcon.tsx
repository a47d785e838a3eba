import { siteIcon } from '../views/sites/site-icon.ts';

interface Props {
  readonly domain: string;
  readonly name?: string | null;
}

/** Helps to find a site again in a list. Screen readers skip it, because the name follows. */
export function SiteIcon({ domain, name = null }: Props) {
  const { letter, color } = siteIcon(domain, name);
  return (
    <span class={`site-icon color-${color}`} aria-hidden="true">
      {letter}
    </span>
  );
}
