import { entityAt } from '../src/parser/inline/entities.ts';

/** Decodes character references. Keeps unknown references. */
export function decodeReferences(text: string): string {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const entity = entityAt(text, at, text.length);
    if (entity === null) continue;
    decoded += text.slice(from, at) + entity.text;
    from = entity.end;
  }
  return decoded + text.slice(from);
}
