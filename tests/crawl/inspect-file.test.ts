import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';
import { inspectFile, lookAtFile } from '../../src/crawl/visit/inspect-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const VALID = '# Acme\n\n> Tools for makers.\n\n## Docs\n\n- [Guide](https://acme.example/guide): How to start.\n';
const toFile = (text: string) => ({ domain: 'acme.example', input: { body: bytes(text) }, chance: 0.5 });

describe('first inspection of a file', () => {
  it('does not compute the quality', () => {
    const { quality, assessment, ...rest } = lint({ body: bytes(VALID) });
    expect(quality).toBeGreaterThan(0);
    expect(assessment).not.toBeNull();
    expect(lint({ body: bytes(VALID) }, { assessQuality: false })).toEqual({ ...rest, quality: 0, assessment: null });
    expect(lookAtFile(toFile(VALID))).toMatchObject({
      inspection: null,
      links: { own: ['https://acme.example/guide'] },
    });
  });

  it.each([
    'Acme sells tools.\n\n- [Guide](https://acme.example/guide)\n',
    '<!doctype html><html><head><title>Acme</title></head><body><p>Tools</p></body></html>',
    '',
  ])('agrees with the inspection about an invalid file: %j', (text) => {
    expect(lookAtFile(toFile(text))).toEqual({ links: null, inspection: inspectFile(toFile(text)) });
  });
});
