import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Step {
  readonly path: string;
  /** Names in the sentence that are written as code. */
  readonly names: readonly string[];
}

/** Numbered lists of the page by heading. A list starts with 1. */
const walks = new Map<string, Step[]>();
let heading = '';
for (const line of read('docs/walkthrough.md').split('\n')) {
  if (line.startsWith('## ')) heading = line.slice(3);
  const [, number, path = '', sentence = ''] = /^(\d+)\. `([^`]+)` (.*)$/.exec(line) ?? [];
  if (number === undefined) continue;
  if (number === '1' && walks.has(heading)) heading += ', built';
  const names = [...sentence.matchAll(/`([a-zA-Z_]+)`/g)].map(([, name = '']) => name);
  walks.set(heading, [...(walks.get(heading) ?? []), { path, names }]);
}

const listImports = (path: string) =>
  [...read(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));

/**
 * Reports whether `from` imports the file of `step`, or calls its function by name. The function is an SQL function or a
 * parameter.
 */
function uses(from: string, step: Step): boolean {
  if (!step.path.endsWith('.sql'))
    return listImports(from).includes(step.path) || step.names.some((name) => read(from).includes(`.${name}(`));
  const functions = [...read(step.path).matchAll(/create function \w+\.(\w+)/g)].map(([, name = '']) => name);
  return functions.some((name) => new RegExp(`['.]${name}['(]`).test(read(from)));
}

describe('the walkthrough', () => {
  it('contains the five walks, two of them with a build', () => {
    expect(walks.size).toBe(7);
  });

  it('crosses at most four folders between a change and its feed', () => {
    const steps = [...walks].filter(([name]) => name.startsWith('A change')).flatMap(([, walk]) => walk);
    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps.map(({ path }) => path.split('/').slice(0, 2).join('/'))).size).toBeLessThanOrEqual(4);
  });

  it.each([...walks])('follows the code: %s', (_, steps) => {
    for (const [at, step] of steps.entries()) {
      expect(existsSync(join(root, step.path)), step.path).toBe(true);
      const above = steps.slice(0, at).map(({ path }) => path);
      if (at > 0)
        expect(
          above.some((path) => uses(path, step)),
          `${step.path} is used above`,
        ).toBe(true);
      const text = [...above, step.path].map(read).join('');
      for (const name of step.names) expect(text, `${name} in or above ${step.path}`).toContain(name);
    }
  });

  it('takes few hops', () => {
    const lengths = [...walks.values()].map((steps) => steps.length);
    expect(lengths.every((length) => length > 4)).toBe(true);
    const [visit = 0, build = 0, query = 0] = lengths;
    expect(visit + build).toBeLessThanOrEqual(30);
    expect(query).toBeLessThanOrEqual(10);
  });
});
