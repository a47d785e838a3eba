import type { Section } from '../types/document.ts';
import { meaningUnits } from './meaning.ts';

export interface Heading {
  readonly title: string;
  /** True for a section of pages that an agent may skip. */
  readonly optional: boolean;
  readonly units: ReadonlySet<string>;
}

/** Words that any heading could have, besides frequent words. */
const UNSPECIFIC = /\b(?:further|general|overview)\b/gi;

export function readHeading({ title, optional }: Section): Heading {
  return { title, optional, units: new Set(meaningUnits(title.replace(UNSPECIFIC, ''))) };
}
