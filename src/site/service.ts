/** Name and URL of the service on its pages. `baseUrl` has no trailing slash. */
export interface Service {
  readonly name: string;
  readonly baseUrl: string;
}
