import { describe, expect, it } from 'vitest';
import { seal, unseal } from '../../src/ownership/seal.ts';

const SECRET = 'a secret of at least thirty-two characters';
const OTHER = 'another secret of thirty-two characters or more';
const TEXT = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0 ü';

describe('a sealed text', () => {
  it('opens with its secret, also after a newer secret', () => {
    const sealed = seal([SECRET], 'here', TEXT);
    expect(sealed).not.toContain(TEXT.slice(6, 20));
    expect(unseal([SECRET], 'here', sealed)).toBe(TEXT);
    expect(unseal([OTHER, SECRET], 'here', sealed)).toBe(TEXT);
  });

  it('differs each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => seal([SECRET], 'here', TEXT))).size).toBe(100);
  });

  it('does not open with another secret or for another purpose', () => {
    const sealed = seal([SECRET], 'here', TEXT);
    expect(unseal([OTHER], 'here', sealed)).toBeNull();
    expect(unseal([SECRET], 'there', sealed)).toBeNull();
    // Change only the id of the secret, which selects the secret to try.
    const renamed = `${seal([OTHER], 'here', '').split('.')[0]}.${sealed.split('.')[1]}`;
    expect(unseal([OTHER], 'here', renamed)).toBeNull();
  });

  it('does not open after any change', () => {
    const sealed = seal([SECRET], 'here', TEXT);
    const start = sealed.indexOf('.') + 1;
    const bytes = Buffer.from(sealed.slice(start), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal([SECRET], 'here', sealed.slice(0, start) + changed.toString('base64url'))).toBeNull();
    }
    for (const text of ['', '.', sealed.slice(0, start), sealed.slice(0, -1), `${sealed.slice(0, start)}AAAA`, TEXT]) {
      expect(unseal([SECRET], 'here', text)).toBeNull();
    }
  });
});
