/** The file of a page: `/domain/a.example` is `domain/a.example.html`, which static hosts serve under the page's path. */
export function htmlFileOf(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** The file of anything that has its own extension. */
export function fileOf(path: string): string {
  return path.slice(1);
}
