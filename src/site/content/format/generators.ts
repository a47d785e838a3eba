import { GENERATORS, type GeneratorId } from '#llmstxt';

export function generatorName(id: GeneratorId): string {
  return GENERATORS.find((generator) => generator.id === id)?.name ?? id;
}

/** Returns the id of a generator, or null if unknown. */
export function findGeneratorId(value: string): GeneratorId | null {
  return GENERATORS.find(({ id }) => id === value)?.id ?? null;
}
