import { GENERATORS } from '#llmstxt';

export function generatorName(id: string): string {
  return GENERATORS.find((generator) => generator.id === id)?.name ?? id;
}
