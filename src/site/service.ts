/** Name and URL of the service on its pages. `baseUrl` has no trailing slash. */
export interface Service {
  readonly name: string;
  readonly baseUrl: string;
  /** Public GitHub repository of the software with a tag or commit, such as `owner/name@v1.0.0`, if known. */
  readonly repository?: string | undefined;
}
