import type { LlmsFile } from '../../types/file.ts';

/** Everything stands in one code fence: the text was pasted with the fence that a chat put around it. */
export function isWhollyFenced(file: LlmsFile): boolean {
  return wholeFence(file.text) !== null;
}

const OPEN = /^\s{0,20}(`{3,20}|~{3,20})[ \t]{0,20}[a-zA-Z]{0,20}[ \t]{0,20}(?:\r\n|\n|\r)\s{0,20}(?=#{1,2}[ \t])/;

/** Ranges of the opening and closing fence lines around a whole file that starts with a heading; null otherwise. */
export function wholeFence(text: string): { open: [number, number]; close: [number, number] } | null {
  const found = OPEN.exec(text.slice(0, 200));
  const fence = found?.[1];
  if (found === null || fence === undefined) return null;
  const end = text.trimEnd().length;
  const start = end - fence.length;
  if (text.slice(start, end) !== fence || start <= found[0].length)
    return { open: [0, found[0].length], close: [end, end] };
  const before = text.charCodeAt(start - 1);
  if (before !== 10 && before !== 13) return null;
  // Another fence in between means that the first was closed before.
  if (text.slice(found[0].length, start).includes(`\n${fence}`)) return null;
  return { open: [0, found[0].length], close: [start, end] };
}
