/** Returns the state folder of a build of `outDir`, next to the published folder. */
export function toStateDir(outDir: string): string {
  return `${outDir}-state`;
}
