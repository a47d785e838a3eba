import fc from 'fast-check';
import { it } from 'vitest';
import { groupDigits } from '../../packages/llmstxt/src/group-digits.ts';

it('groups digits like en-US', () => {
  fc.assert(fc.property(fc.nat(), (number) => groupDigits(number) === number.toLocaleString('en-US')));
});
