import { describe, expect, it } from 'vitest';
import { withoutLayout } from '../../src/directory/version.ts';

const FILE =
  '# A site\n\n> What it is.\n\n## Docs\n\n- [One](https://a.example/1): first\n  - [Two](https://a.example/2)\n';

describe('a text without its layout', () => {
  it.each([
    ['a byte-order mark', `\ufeff${FILE}`],
    ['other line ends', FILE.replaceAll('\n', '\r\n')],
    ['old line ends', FILE.replaceAll('\n', '\r')],
    ['spaces at the end of lines', FILE.replaceAll('\n', '  \n')],
    ['more spaces between words', FILE.replace('What it', 'What   it')],
    ['more empty lines', FILE.replaceAll('\n\n', '\n\n\n\n')],
    ['no line end at its end', FILE.trimEnd()],
  ])('ignores %s', (_, text) => {
    expect(withoutLayout(text)).toBe(withoutLayout(FILE));
  });

  it.each([
    ['another word', FILE.replace('first', 'second')],
    ['another indentation', FILE.replace('  - [Two]', '- [Two]')],
    ['a line more', `${FILE}- [Three](https://a.example/3)\n`],
  ])('changes with %s', (_, text) => {
    expect(withoutLayout(text)).not.toBe(withoutLayout(FILE));
  });
});
