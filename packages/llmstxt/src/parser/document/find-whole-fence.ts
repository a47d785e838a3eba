import { isLineEnd } from '../characters.ts';

const OPEN = /^\s{0,20}(`{3,20}|~{3,20})[ \t]{0,20}[a-zA-Z]{0,20}[ \t]{0,20}(?:\r\n|\n|\r)\s{0,20}(?=#{1,2}[ \t])/;

/**
 * The lines of the fence around a whole file that starts with a heading: a chat put it there, and it was pasted with
 * the text. Null otherwise.
 */
export function findWholeFence(text: string): { open: [number, number]; close: [number, number] } | null {
  const found = OPEN.exec(text.slice(0, 200));
  const fence = found?.[1];
  if (found === null || fence === undefined) return null;
  const end = text.trimEnd().length;
  const start = end - fence.length;
  if (text.slice(start, end) !== fence || start <= found[0].length)
    return { open: [0, found[0].length], close: [end, end] };
  const before = text.charCodeAt(start - 1);
  if (!isLineEnd(before)) return null;
  // Another fence in between means that the first was closed before.
  if (text.slice(found[0].length, start).includes(`\n${fence}`)) return null;
  return { open: [0, found[0].length], close: [start, end] };
}
