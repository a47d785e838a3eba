import { describe, expect, it } from 'vitest';
import { explainRule, type Finding, lint, RULESET_VERSION } from '#llmstxt';
import { renderSarif, toUri } from '../../../packages/llmstxt/cli/report-sarif.ts';

const PLACE = { cwd: '/work', directory: 'https://directory.example/' };
/** Finding of a whole file with an edit. */
const EDITED: Finding = {
  id: 'heading-space',
  title: 'T',
  severity: 'warning',
  outcome: 'unknown',
  source: 'parser',
  line: null,
  column: null,
  excerpt: null,
  message: 'm',
  fix: 'f',
  edits: [{ start: 1, end: 1, text: ' ' }],
  spec_url: 'https://llmstxt.org/',
};

describe('the SARIF log', () => {
  it('has the members of SARIF 2.1.0 for a finding and an unreadable input', () => {
    const input = { kind: 'file' as const, name: 'a.txt' };
    const artifactLocation = { uri: 'a.txt' };
    const { why } = explainRule('heading-space');
    const log = JSON.parse(renderSarif([{ input, findings: [EDITED] }], ['gone.txt: no such file'], PLACE));
    expect(log).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'llms-txt-check',
              informationUri: 'https://llmstxt.org/',
              version: RULESET_VERSION,
              rules: [
                {
                  id: 'heading-space',
                  shortDescription: { text: 'T' },
                  fullDescription: { text: why },
                  help: { text: why, markdown: expect.stringContaining(why) },
                  helpUri: 'https://directory.example/rules/heading-space',
                  defaultConfiguration: { level: 'warning' },
                  properties: { tags: ['parser'] },
                },
              ],
            },
          },
          columnKind: 'utf16CodeUnits',
          invocations: [
            {
              executionSuccessful: false,
              toolExecutionNotifications: [{ level: 'error', message: { text: 'gone.txt: no such file' } }],
            },
          ],
          results: [
            {
              ruleId: 'heading-space',
              ruleIndex: 0,
              level: 'warning',
              kind: 'review',
              message: { text: 'm f' },
              locations: [{ physicalLocation: { artifactLocation, region: { startLine: 1 } } }],
              fixes: [
                {
                  description: { text: 'f' },
                  artifactChanges: [
                    {
                      artifactLocation,
                      replacements: [
                        { deletedRegion: { charOffset: 1, charLength: 0 }, insertedContent: { text: ' ' } },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('links every result to its rule, with its place', () => {
    const files = ['# T\n\n# U\n', 'no title', '<!doctype html>', '#T\n'].map((body, index) => ({
      input: { kind: 'file' as const, name: `site/${index} ü.txt` },
      findings: lint({ body }).findings,
    }));
    const [{ results, tool }] = JSON.parse(renderSarif(files, [], PLACE)).runs;
    const findings = files.flatMap((file) => file.findings);
    expect(results).toHaveLength(findings.length);
    for (const [at, { ruleIndex, locations }] of results.entries()) {
      const { id, line, column } = findings[at] ?? {};
      expect(tool.driver.rules[ruleIndex].id).toBe(id);
      const { region } = locations[0].physicalLocation;
      expect(region).toEqual({ startLine: line ?? 1, ...(column !== null && { startColumn: column }) });
    }
  });

  it('names no rule pages without a directory', () => {
    const input = { kind: 'stdin' as const, name: '-' as const };
    const log = renderSarif([{ input, findings: [EDITED] }], [], { ...PLACE, directory: null });
    expect(log).not.toContain('helpUri');
  });

  it.each([
    [{ kind: 'file' as const, name: './a b/ü.txt' }, 'a%20b/%C3%BC.txt'],
    [{ kind: 'file' as const, name: '/work/x/llms.txt' }, 'x/llms.txt'],
    [{ kind: 'file' as const, name: 'docs//../x/llms.txt' }, 'x/llms.txt'],
    [
      { kind: 'url' as const, name: 'https://a.example', url: 'https://a.example/llms.txt' },
      'https://a.example/llms.txt',
    ],
    [{ kind: 'stdin' as const, name: '-' as const }, 'stdin'],
  ])('names the place of %j as a URI', (input, uri) => {
    expect(toUri(input, '/work')).toBe(uri);
  });
});
