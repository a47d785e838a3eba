import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint, RULES, RULESET_VERSION, SEVERITY_WEIGHTS } from '#llmstxt';

/** Whoever changes a rule changes this line, and with it the version: see RULESET_VERSION for which part of it. */
const PINNED = { version: '1.0.0', digest: '8ab9e6dc9a862dac' };

describe('the rules', () => {
  it('are pinned to the version of the set', () => {
    const facts = RULES.map(({ id, title, severity, source, why, fix, weight, example, specUrl }) => [
      id,
      title,
      severity,
      source,
      why,
      fix,
      weight,
      example,
      specUrl,
    ]);
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
    expect({ version: RULESET_VERSION, digest }).toEqual(PINNED);
  });

  it('are one file each, and every file is in the list', () => {
    const files = readdirSync(join(import.meta.dirname, '../../packages/llmstxt/src/rules')).map((file) =>
      file.replace('.ts', ''),
    );
    expect(RULES.map(({ id }) => id).sort()).toEqual(files.sort());
  });

  it('weigh what their severity weighs and say everything in words', () => {
    for (const rule of RULES) {
      expect(rule.weight).toBe(SEVERITY_WEIGHTS[rule.severity]);
      for (const words of [rule.title, rule.why, rule.fix, rule.example.before, rule.example.after]) {
        expect(words.length, rule.id).toBeGreaterThan(0);
      }
    }
  });

  const textRules = RULES.filter((rule) => rule.reads === 'text').map(({ id, example }) => ({ id, example }));
  const fromText = textRules.filter(({ example }) => !/^\(|\(40,000|Key: AKIA/.test(example.before));

  it.each(fromText)('$id is found in its own example', ({ id, example }) => {
    const linkChecks = example.before.includes('old')
      ? [
          {
            url: /https:[^)]+/.exec(example.before)?.[0] ?? '',
            own: !id.includes('external'),
            status: 404,
            failure: null,
            redirectedTo: null,
            markdownTwin: null,
          },
        ]
      : [checkOf(example)];
    const url = /^https:\S+/.exec(example.before)?.[0] ?? 'https://example.com/llms.txt';
    const body = shown(example.before.replace(/^https:\S+\n/, ''));
    const text =
      /^# /m.test(body) || OWN_START.has(id) ? body : `# Example\n\n${/^##/.test(body) ? '' : '## Docs\n\n'}${body}`;
    expect(lint({ body: text, url, linkChecks }).findings.map((finding) => finding.id)).toContain(id);
  });
});

const OWN_START = new Set([
  'no-title',
  'heading-space',
  'heading-form',
  'byte-order-mark',
  'whole-file-fenced',
  'content-before-title',
]);

/** Characters that cannot be seen are spelled out in the examples. */
function shown(example: string): string {
  const letters = example.replace(/\\u([0-9A-F]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return letters.replaceAll('\\r\\n', '\r\n');
}

function checkOf(example: { readonly before: string; readonly after: string }) {
  const url = /https:[^)\s]+/.exec(example.before)?.[0] ?? 'https://example.com/';
  const other = /https:[^)\s]+/.exec(example.after)?.[0] ?? null;
  return {
    url,
    own: true,
    status: 200,
    failure: null,
    redirectedTo: other,
    markdownTwin: other?.endsWith('.md') === true ? other : null,
  };
}
