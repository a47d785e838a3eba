import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../../packages/llmstxt/build/config-schema.ts';
import { parseConfig } from '../../../packages/llmstxt/cli/config.ts';

const isAllowed = new Ajv2020().compile(configSchema());

describe('a config', () => {
  it.each([
    {},
    { $schema: './config.schema.json', rules: { 'no-notes': 'off', crlf: 'error' }, paths: ['docs', './a b/llms.txt'] },
    { directory: 'https://directory.example' },
    { directory: null },
  ])('accepts %j in the program and in editors', (config) => {
    expect(parseConfig(JSON.stringify(config), 'c.json')).toMatchObject({ rules: config.rules ?? {} });
    expect(isAllowed(config)).toBe(true);
  });

  it.each<[unknown, string]>([
    [[], 'c.json: is not a JSON object'],
    [{ rule: {} }, "c.json: unknown member 'rule' (did you mean 'rules'?)"],
    [{ rules: ['no-notes'] }, "c.json: 'rules' must be an object of rules and settings"],
    [{ rules: { 'no-note': 'off' } }, "c.json: unknown rule 'no-note' (did you mean 'no-notes'?)"],
    [{ rules: { 'far-from-all': 'off' } }, "c.json: unknown rule 'far-from-all'"],
    [{ rules: { crlf: 'warn' } }, `c.json: rule 'crlf' must be one of off, error, warning, info, not "warn"`],
    [{ rules: { crlf: 2 } }, "c.json: rule 'crlf' must be one of off, error, warning, info, not 2"],
    [{ paths: 'docs' }, "c.json: 'paths' must be a list of files and folders"],
    [{ paths: ['https://tea.example'] }, `c.json: 'paths' must contain files and folders, not "https://tea.example"`],
    [{ paths: ['-'] }, `c.json: 'paths' must contain files and folders, not "-"`],
    [
      { directory: 'directory.example' },
      `c.json: 'directory' must be the https URL of a directory, not "directory.example"`,
    ],
    [
      { directory: 'https://directory.example/?a' },
      `c.json: 'directory' must be the https URL of a directory, not "https://directory.example/?a"`,
    ],
  ])('refuses %j', (config, message) => {
    expect(() => parseConfig(JSON.stringify(config), 'c.json')).toThrow(message);
    expect(isAllowed(config)).toBe(false);
  });

  it('keeps the text of an invalid file out of the message', () => {
    expect(() => parseConfig('PASSWORD=hunter2', 'c.json')).toThrow(/^c\.json: is not JSON$/);
  });

  it('accepts JSON with or without a byte-order mark', () => {
    expect(() => parseConfig('{ rules: {} }', 'c.json')).toThrow('c.json: is not JSON');
    expect(parseConfig('\ufeff{}', 'c.json').paths).toEqual([]);
  });
});
