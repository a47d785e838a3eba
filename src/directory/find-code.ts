/** Returns the `code` of Node's system, TLS, zlib and HTTP parser errors, or an empty string. */
export function findCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
