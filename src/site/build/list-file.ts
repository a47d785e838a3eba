/** A file that is made from more than one domain. */
export interface ListFile {
  readonly path: string;
  /** All that the file depends on besides the templates: the same input, the same bytes. */
  readonly input: unknown;
  make(): string | Promise<Uint8Array<ArrayBuffer>>;
}
