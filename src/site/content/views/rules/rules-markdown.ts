import { paths } from '../../../../directory/urls.ts';
import { fenced, joinBlocks } from '../../format/markdown.ts';
import type { RulesView, RuleView } from './rules-view.ts';

export function renderRulesMarkdown({ title, lede, version, groups }: RulesView, baseUrl: string): string {
  return joinBlocks(
    `# ${title}`,
    `> ${lede}`,
    version,
    ...groups.flatMap(({ heading, meaning, rules }) => [
      `## ${heading}`,
      meaning,
      rules.map((rule) => `- [${rule.id}](${baseUrl}${paths.markdown(rule.path)}): ${rule.title}`).join('\n'),
    ]),
  );
}

export function renderRuleMarkdown(rule: RuleView): string {
  return joinBlocks(
    `# ${rule.title}`,
    `> Rule \`${rule.id}\`: ${rule.severity}, ${rule.source}. ${rule.cost}`,
    '## Reason',
    rule.why,
    '## Fix',
    rule.fix,
    '## Example',
    'Before:',
    fenced(rule.before),
    'After:',
    fenced(rule.after),
    `[Source of the rule](${rule.specUrl})`,
  );
}
