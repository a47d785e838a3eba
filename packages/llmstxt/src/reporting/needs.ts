import type { RuleContext, RuleNeed } from '../types/rule.ts';

/** Check of a rule's inputs, and the reason if an input is missing. */
export type Need = readonly [isKnown: (context: RuleContext) => boolean, unknown: string];
export type Needs = Readonly<Partial<Record<RuleNeed, Need>>>;

/** Inputs of rules about a text. */
export const TEXT_NEEDS = {
  body: [({ decoded }: RuleContext) => decoded !== null, 'there is no file to read.'],
  file: [({ kind, file }: RuleContext) => kind === 'llms' && file !== null, 'there is no llms.txt to read.'],
} as const satisfies Needs;
