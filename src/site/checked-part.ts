/**
 * Number of files. With 20,000 sites, a file has 30 kB, or 10 kB compressed. This is small enough for a page, and few files for a
 * build.
 */
export const CHECKED_PARTS = 16;

export function computeCheckedPart(domain: string): number {
  const sum = [...domain].reduce((total, character) => total + character.charCodeAt(0), 0);
  return sum % CHECKED_PARTS;
}
