import { GENERATORS } from './generators.ts';
import { readOutline } from './read-outline.ts';

export type GeneratorId = (typeof GENERATORS)[number]['id'];

/** Returns the program that wrote a file, or null. Programs leave marks in the text. */
export function findGenerator(text: string): GeneratorId | null {
  const file = readOutline(text);
  return GENERATORS.find(({ matches }) => matches(file))?.id ?? null;
}
