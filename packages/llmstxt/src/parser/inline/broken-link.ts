import { CLOSE_PARENTHESIS, COLON, isLineEnd, OPEN_BRACKET, OPEN_PARENTHESIS, SLASH } from '../characters.ts';
import type { LinkFault } from './inline-types.ts';
import { inlineTarget } from './link-target.ts';

/** Most characters in which the end of a broken target is searched. */
const MAX_BROKEN = 500;
/** Matches a URL, or a path from the root or the file. */
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S/i;
/** Matches a URL whose only fault is spaces after a complete host. */
const SPACED_ADDRESS =
  /^(?:https?:\/\/[^\s/?#]+[/?#]|\.{0,2}\/|[\w./-]+(?= [^:]+\.(?:md|html?|txt|pdf)$))[^\s()[\]<>"']*(?: [^\s()[\]<>"']+)+$/i;
/** Matches a URL, perhaps with a title, before HTML attributes or the size of an image. */
const WITH_ATTRIBUTES =
  /^((?:https?:\/\/|\.{0,2}\/)[^\s"',]+)["',]?\s+(?:"[^"]*"\s+)?(?:(?:target|rel|class|id|title|style|width|height|download)=|=\d*x\d*$)/i;
/** Matches white space and invisible characters before the parenthesis of a target. Sticky. */
const GAP = /[\s\u200B\u2060]{1,100}\(/y;
const CHECK_MARK = /^[ xX]$/;

interface Target {
  readonly href: string;
  readonly end: number;
  readonly fault: LinkFault;
}

/**
 * Finds the target of `[name]` that Markdown does not parse: after a space, or with spaces in it. `close` is the
 * offset of the bracket.
 */
export function brokenTarget(text: string, textStart: number, close: number, to: number): Target | null {
  if (text.charCodeAt(close + 1) === OPEN_PARENTHESIS) {
    const end = brokenTargetEnd(text, close + 1, to);
    const href = end < 0 ? '' : text.slice(close + 2, end - 1).trim();
    const address = WITH_ATTRIBUTES.exec(href)?.[1] ?? SPACED_ADDRESS.exec(href)?.[0];
    return address === undefined ? null : { href: address, end, fault: 'spaces' };
  }
  GAP.lastIndex = close + 1;
  const target = GAP.test(text) && GAP.lastIndex <= to ? inlineTarget(text, GAP.lastIndex - 1, to) : null;
  if (target === null || !ADDRESS.test(target.href)) return null;
  const name = text.slice(textStart, close);
  return name === '' || CHECK_MARK.test(name) ? null : { href: target.href, end: target.end, fault: 'gap' };
}

/** Finds the target of a name with an unmatched bracket: `[one ] bracket](url)`. */
export function unopenedTarget(text: string, close: number, to: number): Target | null {
  if (text.charCodeAt(close + 1) !== OPEN_PARENTHESIS || close + 1 >= to) return null;
  const target = inlineTarget(text, close + 1, to);
  return target === null || !ADDRESS.test(target.href) ? null : { ...target, fault: 'bracket' };
}

/** Returns the closing parenthesis, on the same line, of an invalid target, or -1. */
export function brokenTargetEnd(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + MAX_BROKEN);
  let isAddress = false;
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === CLOSE_PARENTHESIS) return isAddress ? next + 1 : -1;
    if (isLineEnd(code) || code === OPEN_BRACKET || code === OPEN_PARENTHESIS) return -1;
    // Without a slash or colon, it is a remark in parentheses.
    if (code === SLASH || code === COLON) isAddress = true;
  }
  return -1;
}
