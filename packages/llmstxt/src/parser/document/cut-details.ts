interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the trimmed Markdown between title and first section, without the summary's quote. */
export function cutDetails(text: string, { start, end }: Range, quote: Range | null): string {
  if (quote === null || quote.end <= start || quote.start >= end) return text.slice(start, end).trim();
  const before = text.slice(start, quote.start).trim();
  const after = text.slice(quote.end, end).trim();
  return before === '' || after === '' ? before + after : `${before}\n\n${after}`;
}
