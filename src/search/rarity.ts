/** Inverse document frequency as in BM25 (Robertson and Zaragoza 2009, 3.1): what a word counts that `sites` of `total` hold. */
export function rarity(sites: number, total: number): number {
  return Math.log(1 + (Math.max(total - sites, 0) + 0.5) / (sites + 0.5));
}
