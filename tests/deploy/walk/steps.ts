import { it } from 'vitest';

/** Returns a function that declares steps. After a failed step, the other steps are skipped. */
export function declareSteps() {
  let failed: string | null = null;
  return (name: string, work: () => Promise<void>) => {
    it(name, async (context) => {
      if (failed !== null) return context.skip(`the step before failed: ${failed}`);
      failed = name;
      await work();
      failed = null;
    });
  };
}
