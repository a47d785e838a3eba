/** File of the site that depends on no domain, or on several domains. */
export interface SiteFileSource {
  readonly path: string;
  /** Input of the file without the templates. Equal inputs give equal bytes. A page and its Markdown version share an input. */
  readonly input: () => unknown;
  make(): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
}
