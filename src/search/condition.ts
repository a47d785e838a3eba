/** What a site has to hold. */
export type Condition =
  /** One of these lexemes. */
  | { readonly any: readonly string[] }
  /** One of each, next to one another. */
  | { readonly phrase: readonly (readonly string[])[] }
  | { readonly all: readonly Condition[] }
  | { readonly either: readonly Condition[] }
  | { readonly not: Condition };

/** The text of a `tsquery`: empty where nothing is asked for. */
export function tsqueryOf(condition: Condition): string {
  if ('any' in condition) return anyOf(condition.any);
  if ('phrase' in condition) return `(${condition.phrase.map(anyOf).join(' <-> ')})`;
  if ('not' in condition) return `!${tsqueryOf(condition.not)}`;
  const [parts, operator] = 'all' in condition ? [condition.all, ' & '] : [condition.either, ' | '];
  const texts = parts.map(tsqueryOf);
  return texts.length > 1 ? `(${texts.join(operator)})` : texts.join('');
}

function anyOf(lexemes: readonly string[]): string {
  const quoted = lexemes.map((lexeme) => `'${lexeme}'`);
  return quoted.length === 1 ? quoted.join('') : `(${quoted.join(' | ')})`;
}
