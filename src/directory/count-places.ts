/** Returns the number of places with these findings, with the places that a finding only counts. */
export function countPlaces(findings: readonly { readonly more?: number | undefined }[]): number {
  return findings.reduce((sum, { more = 1 }) => sum + more, 0);
}
