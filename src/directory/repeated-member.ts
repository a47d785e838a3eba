import { jsonPointer } from './json-pointer.ts';

/** Matches a string, with the colon after the name of a member, or a bracket, comma or brace. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/g;

interface Level {
  readonly names: Set<string> | null;
  at: string | number;
}

/** Returns the JSON pointer of the first repeated member of a valid JSON text, or null. */
export function findRepeatedMember(json: string): string | null {
  const levels: Level[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '' });
    else if (token === '[') levels.push({ names: null, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.at === 'number') level.at += 1;
    else if (colon !== undefined && level?.names) {
      // Decode the name, because an escape spells an equal name.
      level.at = String(JSON.parse(token.slice(0, -colon.length)));
      if (level.names.has(level.at)) return jsonPointer(levels.map(({ at }) => at));
      level.names.add(level.at);
    }
  }
  return null;
}
