import type { Section } from '../types/document.ts';
import { meaningUnits } from './meaning.ts';

export interface Heading {
  readonly title: string;
  readonly units: ReadonlySet<string>;
}

/** Words that any heading could have. */
const UNSPECIFIC = /\b(?:other|further|general|overview)\b/gi;

export function readHeading({ title }: Section): Heading {
  return { title, units: new Set(meaningUnits(title.replace(UNSPECIFIC, ''))) };
}
