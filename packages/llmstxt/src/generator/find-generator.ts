import { GENERATORS } from './generators.ts';
import { readOutline } from './read-outline.ts';

export type GeneratorId = (typeof GENERATORS)[number]['id'];

/** Returns the program that wrote a file, told by marks in the text, or null if the text has no such marks. */
export function findGenerator(text: string): GeneratorId | null {
  const file = readOutline(text);
  return GENERATORS.find(({ matches }) => matches(file))?.id ?? null;
}
