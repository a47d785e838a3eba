import { expect, it } from 'vitest';
import { lint, lintText } from '#llmstxt';
import { linkCases } from './rules/link-cases.ts';
import { structureCases } from './rules/structure-cases.ts';
import { wordingCases } from './rules/wording-cases.ts';
import { SHAPES } from './shapes.ts';

it.each(Object.entries({ ...structureCases, ...linkCases, ...wordingCases }))(
  'agrees with lint on the texts of %s',
  (_, cases) => {
    for (const [, input] of cases) {
      const { body } = input;
      const { findings, valid, quality, kind } = lintText({ body });
      const whole = lint({ body });
      expect({ findings, valid, quality, kind }).toEqual({
        // A check of a text does not read web pages.
        findings: whole.findings.filter(({ id }) => whole.kind !== 'html' || id !== 'spam-terms'),
        valid: whole.valid,
        quality: whole.quality,
        kind: whole.kind,
      });
    }
  },
);

it('runs no rule about a response or a site', () => {
  const ids = lintText({ body: '# A\n' }).unbroken.map(({ id }) => id);
  expect(ids.filter((id) => /^(?:not-found|dead-link|content-type|no-describedby)$/.test(id))).toEqual([]);
});

/** Quadratic time for a mebibyte exceeds the limit of a test. */
it.each([
  'backticks',
  'backslashes in a title',
  'dashes in a heading',
  'invisible characters in a URL',
  'direction marks after bare URLs',
  'foreign schemes',
  'blanks in a fence',
  'digits of a name',
])('lints in linear time: %s', (name) => {
  const body = SHAPES[name]?.(1024 * 1024) ?? '';
  expect(lintText({ body }).text).toBe(body);
});
