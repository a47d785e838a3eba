import { jsonPointer } from './json-pointer.ts';

/** Strings, with the colon after the name of a member, and marks. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/g;

interface Level {
  /** Names of an object's members, or null in an array. */
  readonly names: Set<string> | null;
  /** Current name or index. */
  at: string | number;
}

/** Returns the JSON pointer of the first member that an object of a valid JSON text has twice, or null. */
export function findRepeatedMember(json: string): string | null {
  const levels: Level[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: '' });
    else if (token === '[') levels.push({ names: null, at: 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && typeof level?.at === 'number') level.at += 1;
    else if (colon !== undefined && level?.names) {
      // An escape spells the same name.
      level.at = String(JSON.parse(token.slice(0, -colon.length)));
      if (level.names.has(level.at)) return jsonPointer(levels.map(({ at }) => at));
      level.names.add(level.at);
    }
  }
  return null;
}
