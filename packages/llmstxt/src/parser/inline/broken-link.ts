import { CLOSE_PARENTHESIS, COLON, isLineEnd, OPEN_BRACKET, OPEN_PARENTHESIS, SLASH } from '../characters.ts';
import type { LinkFault } from './inline-types.ts';
import { inlineTarget } from './link-target.ts';

/** Longest stretch that is searched for the end of a broken target. */
const MAX_BROKEN = 500;
/** A web address, or a path from the root or the file. */
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S/i;
/** An address whose spaces are the only fault: a whole host comes before the first space. */
const SPACED_ADDRESS =
  /^(?:https?:\/\/[^\s/?#]+[/?#]|\.{0,2}\/|[\w./-]+(?= [^:]+\.(?:md|html?|txt|pdf)$))[^\s()[\]<>"']*(?: [^\s()[\]<>"']+)+$/i;
/** White space and characters that nobody sees, up to the parenthesis of a target; sticky. */
const GAP = /[\s\u200B\u2060]{1,100}\(/y;
const CHECK_MARK = /^[ xX]$/;

interface Target {
  readonly href: string;
  readonly end: number;
  readonly fault: LinkFault;
}

/** The target of `[name]` that Markdown does not read: after a space, or with spaces in it. `close`: the bracket. */
export function brokenTarget(text: string, textStart: number, close: number, to: number): Target | null {
  if (text.charCodeAt(close + 1) === OPEN_PARENTHESIS) {
    const end = brokenTargetEnd(text, close + 1, to);
    const href = end < 0 ? '' : text.slice(close + 2, end - 1).trim();
    return SPACED_ADDRESS.test(href) ? { href, end, fault: 'spaces' } : null;
  }
  GAP.lastIndex = close + 1;
  const target = GAP.test(text) && GAP.lastIndex <= to ? inlineTarget(text, GAP.lastIndex - 1, to) : null;
  if (target === null || !ADDRESS.test(target.href)) return null;
  const name = text.slice(textStart, close);
  return name === '' || CHECK_MARK.test(name) ? null : { href: target.href, end: target.end, fault: 'gap' };
}

/** The target of a name whose bracket has no partner: `[one ] bracket](url)`. */
export function unopenedTarget(text: string, close: number, to: number): Target | null {
  if (text.charCodeAt(close + 1) !== OPEN_PARENTHESIS || close + 1 >= to) return null;
  const target = inlineTarget(text, close + 1, to);
  return target === null || !ADDRESS.test(target.href) ? null : { ...target, fault: 'bracket' };
}

/** The closing parenthesis on the same line of something that looks like a target but is none, or -1. */
export function brokenTargetEnd(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + MAX_BROKEN);
  let isAddress = false;
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === CLOSE_PARENTHESIS) return isAddress ? next + 1 : -1;
    if (isLineEnd(code) || code === OPEN_BRACKET || code === OPEN_PARENTHESIS) return -1;
    // Without a slash or colon it is a remark in parentheses after a bracket.
    if (code === SLASH || code === COLON) isAddress = true;
  }
  return -1;
}
