/** Where a build of `outDir` keeps what it remembers: beside what is published, not in it. */
export function stateDirOf(outDir: string): string {
  return `${outDir}-state`;
}
