import { stripVTControlCharacters } from 'node:util';
import { hideCredentials } from '../src/index.ts';

/** Characters that move the cursor or hide text in a terminal. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** `::error::` at the start of a line is a command of GitHub Actions. */
const COMMAND_LINE = /^(\s*):(?=:)/;
/** `##[error]`, `##vso[…]` and `##teamcity[…]` are commands of GitHub Actions, Azure Pipelines and TeamCity, anywhere in a line. */
const COMMAND_MARK = /#(?=#\w*\[)/g;

/**
 * Returns the text for a terminal or the log of a CI job. Hidden characters and commands become escapes such as `\u0023`, and user
 * names and passwords of URLs become `***`.
 */
export function printable(text: string): string {
  return hideCredentials(stripVTControlCharacters(text))
    .replace(HIDDEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(COMMAND_LINE, '$1\\u003a')
    .replace(COMMAND_MARK, '\\u0023');
}

/** Returns JSON for standard output. Escapes keep the value, and a CI job sees no command in it. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(COMMAND_MARK, '\\u0023');
}
