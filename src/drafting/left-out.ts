/** Reason that a page is not in a draft. */
export type Reason = keyof typeof REASONS;

const REASONS = {
  gone: 'answered 404 or 410',
  failed: 'answered with an error or not at all',
  elsewhere: 'led to another site, or several to one page',
  'not-found': 'said "not found" with status 200',
  moved: 'redirected visitors to another URL',
  empty: 'showed no text',
  homepage: 'answered with the homepage',
  copy: 'repeated another page',
  language: 'was not in the language of the homepage',
  noindex: 'asked not to be indexed',
  'no-page': 'was neither HTML nor text',
  robots: 'was closed by robots.txt',
  unfit: 'had no usable name, or words that a check reports',
} as const;

/** Most URLs in a note. */
const MAX_NAMED = 3;
const MAX_NAME_CHARS = 120;

export class LeftOut {
  readonly #urls = new Map<Reason, string[]>();

  add(reason: Reason, url: string): void {
    this.#urls.set(reason, [...(this.#urls.get(reason) ?? []), url]);
  }

  /** Sentences about left-out pages, one for each reason. */
  get notes(): string[] {
    return [...this.#urls].map(([reason, urls]) => {
      const named = urls.slice(0, MAX_NAMED).map((url) => url.slice(0, MAX_NAME_CHARS));
      const more = urls.length > named.length ? ', …' : '';
      const pages = urls.length === 1 ? '1 page' : `${urls.length} pages`;
      return `Left out ${pages} that ${REASONS[reason]}: ${named.join(', ')}${more}.`;
    });
  }
}
