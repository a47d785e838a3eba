import type { LlmsFile, Mark, MarkKind } from '../types/file.ts';
import type { RuleReport } from '../types/rule.ts';

/** Reports each kept mark of the kind for which `describe` returns a value. */
export function* reportMarks(
  file: LlmsFile,
  kind: MarkKind,
  describe: (mark: Mark) => Omit<RuleReport, 'at'> | null,
): Iterable<RuleReport> {
  for (const mark of file.marks.of(kind)) {
    const described = describe(mark);
    if (described !== null) yield { at: mark, ...described };
  }
}
