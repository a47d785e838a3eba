interface Range {
  readonly start: number;
  readonly end: number;
}

/** The Markdown between title and first section, trimmed, without the quote that the summary was taken from. */
export function cutDetails(text: string, { start, end }: Range, quote: Range | null): string {
  if (quote === null || quote.end <= start || quote.start >= end) return text.slice(start, end).trim();
  const before = text.slice(start, quote.start).trim();
  const after = text.slice(quote.end, end).trim();
  return before === '' || after === '' ? before + after : `${before}\n\n${after}`;
}
