import { isAbsolute, normalize, relative, sep } from 'node:path';
import { explainRule, type Finding, hideCredentials, RULESET_VERSION, type Severity } from '../src/index.ts';
import type { Input } from './input.ts';
import { printableJson } from './printable.ts';

const LEVEL = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

export interface SarifInput {
  readonly input: Input;
  readonly findings: readonly Finding[];
}

export interface SarifPlace {
  readonly cwd: string;
  /** Base URL of the directory with rule pages, or null. */
  readonly directory: string | null;
}

/** Identifies the check, in the command and in the Action. */
const DRIVER = { name: 'llms-txt-check', informationUri: 'https://llmstxt.org/', version: RULESET_VERSION } as const;

/**
 * Renders all inputs as one SARIF 2.1.0 log for code scanning.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(
  checked: readonly SarifInput[],
  failures: readonly string[],
  { cwd, directory }: SarifPlace,
): string {
  const rules = [
    ...new Map(checked.flatMap(({ findings }) => findings.map((found) => [found.id, found] as const))).values(),
  ];
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...DRIVER, rules: rules.map((finding) => toRule(finding, directory)) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: failures.length === 0,
            toolExecutionNotifications: failures.map((text) => ({ level: 'error', message: { text } })),
          },
        ],
        results: checked.flatMap(({ input, findings }) =>
          findings.map((finding) => toResult(finding, indexes.get(finding.id) ?? -1, toUri(input, cwd))),
        ),
      },
    ],
  };
  return `${printableJson(log, 2)}\n`;
}

/** Describes a rule. The help URI is the rule's page on the directory, or absent without a directory. */
function toRule({ id, title, severity, source }: Finding, directory: string | null) {
  const { why, example } = explainRule(id);
  const markdown = [why, ...[example.before, example.after].map((text) => `\`\`\`\`markdown\n${text}\n\`\`\`\``)].join(
    '\n\n',
  );
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: why, markdown },
    ...(directory !== null && { helpUri: `${directory.replace(/\/$/, '')}/rules/${id}` }),
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { tags: [source] },
  };
}

function toResult(finding: Finding, ruleIndex: number, uri: string) {
  const { id, severity, message, fix, line, column, edits } = finding;
  const artifactLocation = { uri };
  // Viewers need a place, so whole-file findings get the first line.
  const region = { startLine: line ?? 1, ...(column === null ? {} : { startColumn: column }) };
  const replacements = edits.map(({ start, end, text }) => ({
    deletedRegion: { charOffset: start, charLength: end - start },
    insertedContent: { text },
  }));
  return {
    ruleId: id,
    ruleIndex,
    level: LEVEL[severity],
    kind: finding.outcome === 'unknown' ? 'review' : 'fail',
    message: { text: fix ? `${message} ${fix}` : message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(replacements.length > 0
      ? { fixes: [{ description: { text: fix ?? message }, artifactChanges: [{ artifactLocation, replacements }] }] }
      : {}),
  };
}

export function toUri(input: Input, cwd: string): string {
  if (input.kind === 'url') return hideCredentials(input.url);
  if (input.kind === 'stdin') return 'stdin';
  return toPath(input.name, cwd).split('/').map(encodeURIComponent).join('/');
}

/** Returns a path relative to the working folder with forward slashes, so that a repository's viewer finds the file. */
export function toPath(name: string, cwd: string): string {
  return (isAbsolute(name) ? relative(cwd, name) : normalize(name)).replaceAll(sep, '/');
}
