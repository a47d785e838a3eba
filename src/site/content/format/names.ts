import { GENERATORS } from '#llmstxt';

/** Cache of at most 676 names, because ICU is slow. */
const namesByCode = new Map<string, string>();
const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Returns the English name of an ISO 3166-1 alpha-2 code, or the code. */
export function countryName(code: string): string {
  const cached = namesByCode.get(code);
  if (cached !== undefined) return cached;
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const name = countries.of(code) ?? code;
  namesByCode.set(code, name);
  return name;
}

/** Matches names with an article inside a sentence: plurals, and names that start with a common noun. */
const WITH_ARTICLE =
  /^(?:Bahamas|Gambia|Maldives|Netherlands|Philippines|Vatican City)$|Islands$|\b(?:Emirates|Kingdom|Republic|States|Territories)\b/;

/** Returns the name of a country for a sentence: `the Netherlands`, `Norway`. */
export function countryInText(code: string): string {
  const name = countryName(code);
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export function languageName(code: string): string {
  return languages.of(code) ?? code;
}

export function generatorName(id: string): string {
  return GENERATORS.find((generator) => generator.id === id)?.name ?? id;
}
