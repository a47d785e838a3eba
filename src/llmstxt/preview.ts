/** What an agent would see of the file, cut to a size that a page can carry. */
export interface Preview {
  readonly title: string | null;
  readonly summary: string | null;
  readonly details: string | null;
  readonly sections: readonly {
    readonly title: string;
    readonly links: readonly { readonly title: string; readonly url: string; readonly notes: string | null }[];
  }[];
  /** Size of the whole file in bytes, and its estimated tokens. */
  readonly bytes: number;
  readonly tokens: number;
  /** True when details, sections or links were left out to keep the limit. */
  readonly truncated: boolean;
}
