/**
 * Splits a text into pages of at most `maxBytes`, after a line end if possible and never within a character. An empty
 * text has no page.
 */
export function splitPages(text: string, maxBytes: number): string[] {
  const pages: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfPage(text, at, maxBytes);
    pages.push(text.slice(at, end));
    at = end;
  }
  return pages;
}

function endOfPage(text: string, start: number, maxBytes: number): number {
  // Start with at most `maxBytes` units, because a UTF-16 unit has at least one byte.
  let end = Math.min(text.length, start + maxBytes);
  for (let over = Buffer.byteLength(text.slice(start, end)) - maxBytes; over > 0; ) {
    // Cut by thirds, because a unit has at most three bytes.
    end -= Math.ceil(over / 3);
    over = Buffer.byteLength(text.slice(start, end)) - maxBytes;
  }
  if (end === text.length) return end;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  if (line > start) return line;
  const isSplit = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isSplit && end - 1 > start ? end - 1 : end;
}
