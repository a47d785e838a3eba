import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const OPERATING = join(ROOT, 'docs/operating');

export interface Section {
  /** Commands of the fenced blocks in order, one per line. */
  readonly commands: readonly string[];
  /** Text of each file of settings. */
  readonly files: readonly string[];
}

export interface Page {
  section(heading: string): Section;
  /** Returns the commands of the sections with these headings. */
  commandsOf(...headings: readonly string[]): readonly string[];
}

/** Reads the commands and settings of a page for operators. */
export function readPage(name: string): Page {
  const text = readFileSync(join(OPERATING, name), 'utf8');
  const sections = new Map(text.split(/^## /m).map((part) => [part.split('\n', 1)[0] ?? '', readSection(part)]));
  const section = (heading: string) => {
    const found = sections.get(heading);
    if (found === undefined || found.commands.length === 0) throw new Error(`${name}: no commands under "${heading}"`);
    return found;
  };
  return { section, commandsOf: (...headings) => headings.flatMap((heading) => section(heading).commands) };
}

function readSection(text: string): Section {
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, body = '']) => ({
    language,
    body,
  }));
  return {
    commands: blocks.flatMap(({ language, body }) => (language === 'ini' ? [] : body.trimEnd().split('\n'))),
    files: blocks.flatMap(({ language, body }) => (language === 'ini' ? [body] : [])),
  };
}

/** Sets values in a file of settings. Keeps the other lines of the page, and appends missing names. */
export function fillIn(file: string, values: Readonly<Record<string, string>>): string {
  const isMissing = (name: string) => !new RegExp(`^${name}=`, 'm').test(file);
  const filled = file.replaceAll(/^([A-Z_]+)=.*$/gm, (line, name: string) =>
    values[name] === undefined ? line : `${name}=${values[name]}`,
  );
  const added = Object.entries(values).filter(([name]) => isMissing(name));
  return `${filled}${added.map(([name, value]) => `${name}=${value}\n`).join('')}`;
}
