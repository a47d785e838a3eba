/** Reports `noindex` or `none` for all robots in directives of a page or header. Directives for other robots do not count. */
export function forbidsIndex(directives: string): boolean {
  return directives
    .toLowerCase()
    .split(',')
    .some((directive) => /^(?:noindex|none)$/.test(directive.trim()));
}
