/** A page, file or picture of the site. */
export interface SitePage {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Set by a source that knows better than the default for its kind. */
  readonly cacheControl?: string;
}

/** Files that a build has written. `path` is decoded, begins with a slash and has no query. */
export interface SiteFiles {
  find(path: string): Promise<SitePage | null>;
}

/** Renders any page of the site on demand; null where the site has no such page. */
export interface SiteRenderer {
  render(path: string): Promise<SitePage | null>;
}
