import { CLOSE_PARENTHESIS, COLON, isLineEnd, OPEN_BRACKET, OPEN_PARENTHESIS, SLASH } from '../characters.ts';
import { INVISIBLE } from '../invisible.ts';
import type { LinkFault } from './inline-types.ts';
import { inlineTarget } from './link-target.ts';

/** Most characters in which the end of a broken target is searched. */
const MAX_BROKEN = 500;
/** Matches a URL, or a path from the root or the file. */
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S/i;
/** Matches a URL whose only fault is spaces after a complete host. */
const SPACED_ADDRESS =
  /^(?:https?:\/\/[^\s/?#]+[/?#]|\.{0,2}\/|[\w./-]+(?= [^:]+\.(?:md|html?|txt|pdf)$))[^\s[\]<>"']*(?:(?<!,) (?![|–—-]+ |\S+:\/\/)[^\s[\]<>"']+)+$/i;
/** Matches a URL among words. */
const AMONG_WORDS = /^.{0,60}?(https?:\/\/[^\s"',;]+)/i;
/** Matches a URL, perhaps with a title, before HTML attributes or the size of an image. */
const WITH_ATTRIBUTES =
  /^((?:https?:\/\/|\.{0,2}\/)[^\s"',]+)["',]?\s+(?:"[^"]*"\s+)?(?:(?:target|rel|class|id|title|style|width|height|download)=|=\d*x\d*$)/i;
/** Matches white space, also as a reference, and invisible characters before the parenthesis of a target. Sticky. */
const GAP = new RegExp(`(?:\\s|&nbsp;|${INVISIBLE.source}){1,99}\\(`, 'y');
const CHECK_MARK = /^[ xX]$/;

export interface BrokenTarget {
  readonly href: string;
  readonly end: number;
  readonly fault: LinkFault;
}

/**
 * Finds the target of `[name]` that Markdown does not parse: after a space, or with spaces in it. `close` is the
 * offset of the bracket.
 */
export function brokenTarget(text: string, textStart: number, close: number, to: number): BrokenTarget | null {
  if (text.charCodeAt(close + 1) === OPEN_PARENTHESIS) return spacedTarget(text, close + 1, to);
  GAP.lastIndex = close + 1;
  if (!GAP.test(text) || GAP.lastIndex > to) return null;
  const open = GAP.lastIndex - 1;
  const name = text.slice(textStart, close);
  if (name === '' || CHECK_MARK.test(name)) return null;
  const target = inlineTarget(text, open, to);
  if (target === null) return spacedTarget(text, open, to);
  return ADDRESS.test(target.href) ? { href: target.href, end: target.end, fault: 'gap' } : null;
}

/** Reads a target with spaces in its URL, or with attributes or words around the URL. */
function spacedTarget(text: string, open: number, to: number): BrokenTarget | null {
  const end = brokenTargetEnd(text, open, to);
  const written = end < 0 ? '' : text.slice(open + 1, end - 1).trim();
  const href = WITH_ATTRIBUTES.exec(written)?.[1] ?? SPACED_ADDRESS.exec(written)?.[0];
  if (href !== undefined) return { href, end, fault: 'spaces' };
  const url = AMONG_WORDS.exec(written)?.[1];
  return url === undefined ? null : { href: url, end, fault: 'unclear' };
}

/** Finds the target of a name with an unmatched bracket: `[one ] bracket](url)`. */
export function unopenedTarget(text: string, close: number, to: number): BrokenTarget | null {
  if (text.charCodeAt(close + 1) !== OPEN_PARENTHESIS || close + 1 >= to) return null;
  const target = inlineTarget(text, close + 1, to);
  return target === null || !ADDRESS.test(target.href) ? null : { ...target, fault: 'bracket' };
}

/** Returns the closing parenthesis, on the same line, of an invalid target, or -1. */
export function brokenTargetEnd(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + MAX_BROKEN);
  let isAddress = false;
  let depth = 0;
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === CLOSE_PARENTHESIS && depth-- === 0) return isAddress ? next + 1 : -1;
    if (code === OPEN_PARENTHESIS) depth++;
    if (isLineEnd(code) || code === OPEN_BRACKET) return -1;
    // Text in parentheses without a slash or colon is a remark.
    if (code === SLASH || code === COLON) isAddress = true;
  }
  return -1;
}
