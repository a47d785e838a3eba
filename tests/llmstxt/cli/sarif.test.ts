import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type Finding, lint } from '#llmstxt';
import { renderSarif, uriOf } from '../../../packages/llmstxt/cli/report-sarif.ts';

/** Used members of the SARIF 2.1.0 schema. Other members are forbidden. */
const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 } },
  additionalProperties: false,
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const artifactLocation = {
  type: 'object',
  required: ['uri'],
  properties: { uri: { type: 'string', format: 'uri-reference', minLength: 1 } },
  additionalProperties: false,
};
const PLACE = { cwd: '/work', directory: 'https://directory.example/' };
const count = { type: 'integer', minimum: 0 };
const SCHEMA = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tool', 'results'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'version'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string', minLength: 1 },
                  informationUri: { type: 'string', format: 'uri' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: {
                        id: { type: 'string' },
                        shortDescription: text,
                        fullDescription: text,
                        help: {
                          type: 'object',
                          required: ['text'],
                          properties: { text: { type: 'string' }, markdown: { type: 'string' } },
                          additionalProperties: false,
                        },
                        helpUri: { type: 'string', format: 'uri' },
                        defaultConfiguration: { type: 'object', properties: { level }, additionalProperties: false },
                        properties: {
                          type: 'object',
                          properties: { tags: { type: 'array', items: { type: 'string' } } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              additionalProperties: false,
              properties: {
                executionSuccessful: { type: 'boolean' },
                toolExecutionNotifications: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['message'],
                    properties: { level, message: text },
                    additionalProperties: false,
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message', 'ruleId', 'ruleIndex', 'level', 'locations'],
              additionalProperties: false,
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: count,
                level,
                kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
                message: text,
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        additionalProperties: false,
                        properties: {
                          artifactLocation,
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            properties: {
                              startLine: { type: 'integer', minimum: 1 },
                              startColumn: { type: 'integer', minimum: 1 },
                            },
                          },
                        },
                      },
                    },
                  },
                },
                fixes: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['artifactChanges'],
                    additionalProperties: false,
                    properties: {
                      description: text,
                      artifactChanges: {
                        type: 'array',
                        minItems: 1,
                        items: {
                          type: 'object',
                          required: ['artifactLocation', 'replacements'],
                          additionalProperties: false,
                          properties: {
                            artifactLocation,
                            replacements: {
                              type: 'array',
                              minItems: 1,
                              items: {
                                type: 'object',
                                required: ['deletedRegion'],
                                additionalProperties: false,
                                properties: {
                                  deletedRegion: {
                                    type: 'object',
                                    required: ['charOffset', 'charLength'],
                                    properties: { charOffset: count, charLength: count },
                                    additionalProperties: false,
                                  },
                                  insertedContent: {
                                    type: 'object',
                                    properties: { text: { type: 'string' } },
                                    additionalProperties: false,
                                  },
                                },
                              },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}; // prettier-ignore

function isUri(value: string): boolean {
  return URL.canParse(value);
}

describe('the SARIF log', () => {
  const ajv = new Ajv({
    allErrors: true,
    formats: { uri: isUri, 'uri-reference': (v: string) => URL.canParse(v, 'file:///x/') && !/[\s\\]/.test(v) },
  });
  const validate = ajv.compile(SCHEMA);
  const edited: Finding = {
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

  it('follows SARIF 2.1.0, links every result to its rule, and lists unreadable inputs', () => {
    const files = ['# T\n\n# U\n', 'no title', '<!doctype html>', '#T\n'].map((body, index) => ({
      input: { kind: 'file' as const, name: `site/${index} ü.txt` },
      findings: [...lint({ body }).findings, edited],
    }));
    const log = JSON.parse(renderSarif(files, ['gone.txt: no such file'], PLACE));
    expect(validate(log) ? [] : validate.errors).toEqual([]);
    const [run] = log.runs;
    expect(run.results).toHaveLength(files.reduce((sum, { findings }) => sum + findings.length, 0));
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: false });
    expect(run.tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const { id, helpUri } of run.tool.driver.rules) expect(helpUri).toBe(`https://directory.example/rules/${id}`);
  });

  it('stays valid without results', () => {
    expect(validate(JSON.parse(renderSarif([], [], { ...PLACE, directory: null })))).toBe(true);
  });

  it.each([
    [{ kind: 'file' as const, name: './a b/ü.txt' }, 'a%20b/%C3%BC.txt'],
    [{ kind: 'file' as const, name: '/work/x/llms.txt' }, 'x/llms.txt'],
    [
      { kind: 'url' as const, name: 'https://a.example', url: 'https://a.example/llms.txt' },
      'https://a.example/llms.txt',
    ],
    [{ kind: 'stdin' as const, name: '-' as const }, 'stdin'],
  ])('names the place of %j as a URI', (input, uri) => {
    expect(uriOf(input, '/work')).toBe(uri);
  });
});
