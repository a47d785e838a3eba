import { explainRule, RULES, RULESET_VERSION, type Rule } from '#llmstxt';
import { paths } from '../../../../directory/urls.ts';
import { fenced, linkPage, renderPage } from '../../format/markdown.ts';

const GROUPS = [
  { severity: 'error', heading: 'Errors', meaning: 'An agent cannot use the file. A single error makes it invalid.' },
  {
    severity: 'warning',
    heading: 'Warnings',
    meaning: 'The file departs from the format, or common parsers lose data.',
  },
  { severity: 'info', heading: 'Notes', meaning: 'The file is good, and can be better.' },
] as const;

const SOURCES: Readonly<Record<Rule['source'], string>> = {
  spec: 'the llms.txt proposal',
  parser: 'the behavior of common readers',
  http: 'HTTP',
  convention: 'good practice',
};

export function rulesView() {
  return {
    title: 'Rules',
    description: `The ${RULES.length} rules of an llms.txt, with reasons and fixes.`,
    lede: 'We check an llms.txt against these rules. Each rule has its source, its reason and a fix.',
    version: `Rule set ${RULESET_VERSION}, ${RULES.length} rules.`,
    groups: GROUPS.map((group) => ({
      ...group,
      rules: RULES.filter(({ severity }) => severity === group.severity).map(({ id, title, source }) => ({
        id,
        path: paths.rule(id),
        title,
        source,
      })),
    })),
  };
}

/** Returns the view of a rule. Throws for an unknown id. */
export function ruleView(id: string) {
  const rule = RULES.find((known) => known.id === id);
  if (!rule) throw new Error(`there is no rule ${id}`);
  const { title, severity, source, weight, fix, specUrl } = rule;
  const { why, example } = explainRule(id);
  return {
    id,
    title,
    path: paths.rule(id),
    severity,
    source: `from ${SOURCES[source]}`,
    cost: `Each place costs ${weight} of the 100 points for form. At most three places count.`,
    why,
    fix,
    before: example.before,
    after: example.after,
    specUrl,
  };
}

export function renderRulesMarkdown(view: ReturnType<typeof rulesView>, baseUrl: string): string {
  const groups = view.groups.flatMap(({ heading, meaning, rules }) => [
    `## ${heading}`,
    meaning,
    rules.map(({ id, path, title }) => `- ${linkPage(id, path, baseUrl)}: ${title}`),
  ]);
  return renderPage(view.title, view.lede, view.version, ...groups);
}

export function renderRuleMarkdown(rule: ReturnType<typeof ruleView>): string {
  return renderPage(
    rule.title,
    `Rule \`${rule.id}\`: ${rule.severity}, ${rule.source}. ${rule.cost}`,
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
