import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';

export interface ShownRule {
  readonly id: string;
  readonly title: string;
  /** Outcome of the rule. Outcomes other than `passed` and `not_applicable` belong to findings. */
  readonly outcome: string;
  readonly message: string;
}

/** Lists passed rules and rules that do not apply, so that the report of a good file shows them. */
export function otherRulesView(rules: readonly ShownRule[]) {
  const linked = ({ id, title, message }: ShownRule) => ({ title, path: paths.rule(id), message });
  const passed = rules.filter(({ outcome }) => outcome === 'passed').map(linked);
  const skipped = rules.filter(({ outcome }) => outcome === 'not_applicable').map(linked);
  return {
    passed: { summary: `${formatQuantity(passed.length, 'check')} passed`, rules: passed },
    skipped: { summary: `${formatQuantity(skipped.length, 'check')} not applicable`, rules: skipped },
  };
}
export type OtherRulesView = ReturnType<typeof otherRulesView>;
