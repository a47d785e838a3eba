import { explainRule, RULES, RULESET_VERSION, type Rule } from '#llmstxt';
import { paths } from '../../../../directory/urls.ts';

const GROUPS = [
  { severity: 'error', heading: 'Errors', meaning: 'An agent cannot use the file. A single error makes it invalid.' },
  {
    severity: 'warning',
    heading: 'Warnings',
    meaning: 'The file departs from the format, or common parsers lose data.',
  },
  { severity: 'info', heading: 'Infos', meaning: 'What would make a good file better.' },
] as const;

const SOURCES: Readonly<Record<Rule['source'], string>> = {
  spec: 'the llms.txt proposal',
  parser: 'what common readers do',
  http: 'HTTP',
  convention: 'good practice',
};

/** Catalog of rules. */
export function rulesView() {
  return {
    title: 'Rules',
    description: `The ${RULES.length} rules that an llms.txt is checked for, with reasons and fixes.`,
    lede: 'What an llms.txt is checked for. Each rule says where it comes from, why it matters and how to fix the file.',
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
export type RulesView = ReturnType<typeof rulesView>;

/** Throws for an unknown id. */
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
    cost: `each costs ${weight} of the 100 points for form; at most three count`,
    why,
    fix,
    before: example.before,
    after: example.after,
    specUrl,
  };
}
export type RuleView = ReturnType<typeof ruleView>;
