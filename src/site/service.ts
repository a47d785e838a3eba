/** The service as its pages name it. `baseUrl` has no trailing slash. */
export interface Service {
  readonly name: string;
  readonly baseUrl: string;
}
