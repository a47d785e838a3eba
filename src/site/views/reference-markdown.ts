import type { Rule } from '#llmstxt';
import { ERRORS, type ErrorCode } from '../../directory/errors.ts';
import { paths } from '../../directory/urls.ts';
import type { Service } from '../service.ts';

export function renderRulesMarkdown(rules: readonly Rule[], version: string, { baseUrl }: Service): string {
  const items = rules.map(
    ({ id, title, severity }) => `- [${id}](${baseUrl}${paths.markdown(paths.rule(id))}): ${severity}. ${title}`,
  );
  return `# Rules\n\n> What an llms.txt is checked for. Rule set ${version}.\n\n${items.join('\n')}\n`;
}

export function renderRuleMarkdown(rule: Rule): string {
  const { before, after } = rule.example;
  return [
    `# ${rule.title}`,
    `> Rule \`${rule.id}\`: ${rule.severity}, from ${rule.source}, costs ${rule.weight} of 100 points of quality.`,
    rule.why,
    `## What to do\n\n${rule.fix}`,
    `## Example\n\nBefore:\n\n${fenced(before)}\n\nAfter:\n\n${fenced(after)}`,
    `[What it is based on](${rule.specUrl})\n`,
  ].join('\n\n');
}

export function renderErrorsMarkdown(codes: readonly ErrorCode[], { baseUrl }: Service): string {
  const items = codes.map(
    (code) =>
      `- [${code}](${baseUrl}${paths.markdown(paths.error(code))}): ${ERRORS[code].status}. ${ERRORS[code].title}`,
  );
  return `# Errors\n\n> Every code that an answer may carry. Codes are permanent.\n\n${items.join('\n')}\n`;
}

export function renderErrorMarkdown(code: ErrorCode): string {
  const { status, title, summary, remedy } = ERRORS[code];
  return `# ${title}\n\n> \`${code}\`, status ${status}\n\n${summary}\n\n## What to do\n\n${remedy}\n`;
}

/** A code block that its own content cannot end. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}
