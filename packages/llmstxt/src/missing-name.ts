/** Placeholders that programs and forms leave in place of a name, and names of templates, such as `{{ title }}`. */
const MISSING = /^(?:null|undefined|nan|none|n\/a|untitled|\[?object object\]?|test|\{[{%].*)$/i;

/** Reports whether a name is a program's placeholder, such as "null". */
export function isMissingName(name: string): boolean {
  return MISSING.test(name);
}
