import type { LineEnds } from '../../types/file.ts';
import { LINE_FEED } from '../characters.ts';

/** Searches carriage returns only, because most files have none. */
export function countLineEnds(text: string): LineEnds {
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) === LINE_FEED) crlf++;
    else cr++;
  }
  return { crlf, cr };
}
