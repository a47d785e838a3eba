import { describe, expect, it } from 'vitest';
import { InputError } from '../../../packages/llmstxt/cli/input.ts';
import { printable, printableJson } from '../../../packages/llmstxt/cli/printable.ts';

describe('a printed text', () => {
  it.each([
    ['##[error]stop', '\\u0023#[error]stop'],
    ['a ##[add-mask]b', 'a \\u0023#[add-mask]b'],
    ['##vso[task.setvariable variable=x]y', '\\u0023#vso[task.setvariable variable=x]y'],
    ["##teamcity[message text='x']", "\\u0023#teamcity[message text='x']"],
    ['###[x]', '#\\u0023#[x]'],
    ['::error::x', '\\u003a:error::x'],
    ['  ::stop-commands::x', '  \\u003a:stop-commands::x'],
    ['a\n::error::x', 'a\\u000a::error::x'],
    ['\u001b[31mred', 'red'],
  ])('turns the command %j into %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it.each(['## Docs', '#[x]', 'a::b', 'C#[0]'])('keeps %j', (text) => {
    expect(printable(text)).toBe(text);
  });
});

describe('printed JSON', () => {
  it('contains no command and keeps its value', () => {
    const value = { text: '##[error]x', list: ['##vso[y]'] };
    expect(printableJson(value)).not.toMatch(/##\w*\[/);
    expect(JSON.parse(printableJson(value))).toEqual(value);
  });
});

describe('the message of an InputError', () => {
  it('contains no command in the name of a file', () => {
    expect(new InputError('a\n::error::x.txt: no such file').message).toBe('a\\u000a::error::x.txt: no such file');
  });
});
