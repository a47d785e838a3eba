import type { Span } from '../types/document.ts';
import type { LinkCheck } from '../types/facts.ts';
import type { LlmsFile } from '../types/file.ts';

/** Yields link checks with the places of their links. */
export function* checkedLinks(
  file: LlmsFile,
  checks: readonly LinkCheck[],
): Iterable<{ readonly check: LinkCheck; readonly at: Span | null }> {
  if (checks.length === 0) return;
  const places = new Map<string, Span>();
  for (const { url, span } of file.document.links) if (url !== null && !places.has(url)) places.set(url, span);
  for (const check of checks) yield { check, at: places.get(check.url) ?? null };
}
