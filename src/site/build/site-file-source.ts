/** A file of the site that is made from more than one domain, or from none. */
export interface SiteFileSource {
  readonly path: string;
  /** All that the file depends on besides the templates: the same input, the same bytes. A page and its Markdown twin share one. */
  readonly input: () => unknown;
  make(): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}
