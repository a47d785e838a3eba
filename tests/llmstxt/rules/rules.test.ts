import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyFixes, explainRule, type LintInput, lint, RULES, RULESET_VERSION, type RuleExplanation } from '#llmstxt';
import { answerCases } from './answer-cases.ts';
import { file, listFindings, section } from './case.ts';
import { exampleInputs } from './example-inputs.ts';
import { linkCases } from './link-cases.ts';
import { siteCases } from './site-cases.ts';
import { structureCases } from './structure-cases.ts';
import { wordingCases } from './wording-cases.ts';

/** Pinned digest of the rules. If you change a rule, update this line and RULESET_VERSION. */
const PINNED = { version: '2.0.0', digest: 'fb8c85bbae059811' };

/** Rules whose findings can carry edits. */
const FIXABLE = [
  'several-titles',
  'heading-space',
  'heading-form',
  'summary-misplaced',
  'summary-lines',
  'break-in-section',
  'optional-spelling',
  'byte-order-mark',
  'crlf',
  'heading-in-fence',
  'whole-file-fenced',
  'invisible-characters',
  'bare-url',
  'bullet-style',
  'link-form',
  'notes-separator',
  'wrapped-notes',
  'relative-url',
  'parenthesis-in-url',
];

const IDS = RULES.map(({ id }) => id);
const CASES = { ...answerCases, ...structureCases, ...linkCases, ...siteCases, ...wordingCases };

describe('set of rules', () => {
  it('matches the digest of its version', () => {
    const facts = RULES.map(({ id, title, severity, source, fix, weight, specUrl }) => {
      const { why, example } = explainRule(id);
      return [id, title, severity, source, why, fix, weight, example, specUrl];
    });
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
    expect({ version: RULESET_VERSION, digest }).toEqual(PINNED);
  });

  it('contains one file per rule, and every file', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../packages/llmstxt/src/rules'));
    expect(IDS.map((id) => `${id}.ts`).sort()).toEqual(files.sort());
  });

  it('includes failing and passing cases for each rule', () => {
    expect(Object.keys(CASES).sort()).toEqual([...IDS].sort());
    for (const [id, cases] of Object.entries(CASES)) {
      const finds = cases.map(([, , found]) => found.length > 0);
      expect(new Set(finds), id).toEqual(new Set([true, false]));
    }
  });

  it('uses sentences for texts, and a few words for titles', () => {
    for (const { id, title, fix } of RULES) {
      expect(title, id).toMatch(/^(?:[A-Z]|llms)[^\n]{3,44}[^.]$/);
      for (const sentence of [explainRule(id).why, fix]) expect(sentence, id).toMatch(/^[A-Z][^\n]{8,200}\.$/);
    }
  });
});

describe.each(Object.entries(CASES))('rule %s', (id, cases) => {
  it.each(cases)('judges %s', (_, input, starts) => {
    const found = listFindings(id, input);
    expect(found.map((finding, at) => finding.slice(0, starts[at]?.length))).toEqual(starts);
  });
});

describe('the example of', () => {
  const examples = RULES.map(({ id }) => ({ id, ...listInputs(id, explainRule(id).example) }));

  it.each(examples)('breaks the rule $id before, and not after', ({ id, before, after }) => {
    expect(listFindings(id, before)).not.toEqual([]);
    expect(listFindings(id, after)).toEqual([]);
  });

  it.each(FIXABLE)('passes after the edits of %s', (id) => {
    const { before } = examples.find((example) => example.id === id) ?? {};
    if (typeof before?.body !== 'string') throw new Error(`the example of ${id} is not a text`);
    const { url } = before;
    const findings = lint(before, { assessQuality: false }).findings.filter((finding) => finding.id === id);
    const body = applyFixes(before.body, findings, { url });
    expect(listFindings(id, { ...before, body })).toEqual([]);
  });

  it('needs no edits of other rules', () => {
    const withEdits = examples.filter(({ id, before }) =>
      lint(before, { assessQuality: false }).findings.some((finding) => finding.id === id && finding.edits.length > 0),
    );
    expect(withEdits.map(({ id }) => id)).toEqual(FIXABLE);
  });
});

function listInputs(
  id: string,
  { before, after }: RuleExplanation['example'],
): { readonly before: LintInput; readonly after: LintInput } {
  const isFile = /^# /m.test(after);
  const input = exampleInputs[id] ?? (isFile ? file : section);
  return typeof input === 'function' ? { before: input(before), after: input(after) } : input;
}
