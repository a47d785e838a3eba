import { describe, expect, it } from 'vitest';
import { parseHost } from '../../src/site/browser/parse-host.ts';

describe('host of an input', () => {
  it.each([
    ['example.com', 'example.com'],
    [' https://example.com/docs?x=1 ', 'example.com'],
    ['HTTP://Example.com:80', 'example.com'],
    ['https://example.com:8443/', 'example.com:8443'],
    ['https://me:secret@example.com/', 'https://me:secret@example.com/'],
    ['not a name', 'not a name'],
    ['https://', 'https://'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('turns %j into %j', (typed, host) => {
    expect(parseHost(typed)).toBe(host);
  });
});
