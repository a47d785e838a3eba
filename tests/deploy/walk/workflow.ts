import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const stepSchema = z.object({
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  if: z.literal('always()').optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
});
const workflowSchema = z.looseObject({
  env: z.record(z.string(), z.string()),
  jobs: z.object({ directory: z.looseObject({ steps: z.array(stepSchema) }) }),
});
type Step = z.infer<typeof stepSchema>;

export interface JobOptions {
  /** Values of `vars` and `secrets`. Absent names are empty, as on GitHub. */
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Runs a shell command with the variables of its step. */
  readonly run: (command: string, env: Readonly<Record<string, string>>) => Promise<string>;
  /** Replacements of foreign actions, by name. */
  readonly actions: Readonly<Record<string, (inputs: Readonly<Record<string, string>>) => Promise<unknown>>>;
}

/** Runs the steps of a workflow's only job in order. Returns the output. Rejects with the failures of its steps. */
export async function runJob(file: string, { vars, secrets, run, actions }: JobOptions): Promise<string> {
  const workflow = workflowSchema.parse(parse(readFileSync(file, 'utf8')));
  const contexts: Record<string, Readonly<Record<string, string>>> = { vars, secrets };
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ (\w+)\.(\w+) \}\}/g, (_, context: string, name: string) => contexts[context]?.[name] ?? '');
  const fillAll = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(String(value))]));
  const runStep = async (step: Step): Promise<string> => {
    if (step.run !== undefined) return await run(step.run, fillAll({ ...workflow.env, ...step.env }));
    const [name = ''] = step.uses?.split('@') ?? [];
    const action = actions[name];
    if (action === undefined) throw new Error(`The test does not replace the action ${name}.`);
    await action(fillAll(step.with ?? {}));
    return '';
  };
  const outputs: string[] = [];
  const failures: unknown[] = [];
  for (const step of workflow.jobs.directory.steps) {
    if (failures.length > 0 && step.if === undefined) continue;
    await runStep(step).then(
      (output) => outputs.push(output),
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw new Error(failures.map(String).join('\n'));
  return outputs.join('');
}
