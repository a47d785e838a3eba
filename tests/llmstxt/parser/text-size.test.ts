import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBytes } from '#llmstxt';

describe('size of a text', () => {
  it('equals the bytes of TextEncoder, even for lone surrogates', () => {
    const unit = fc.constantFrom('a', 'é', 'ह', '語', '😀', '\uD83D', '\uDE00');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(countBytes(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
