/** Splits a TSV or CSV line into cells (RFC 4180). A cell cannot contain a line end. */
export function readCells(line: string): string[] {
  if (line.includes('\t')) return line.split('\t');
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
