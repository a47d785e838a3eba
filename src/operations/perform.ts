import type { z } from 'zod';
import { DirectoryError, type Violation } from '../directory/errors.ts';
import { jsonPointer } from '../directory/json-pointer.ts';
import type { Caller } from './caller.ts';
import type { Operation } from './operation.ts';

/** Members of an operation needed to run it. */
type Runnable<Deps, Input extends z.ZodObject, Output extends z.ZodType> = Pick<
  Operation<Deps, Input, Output>,
  'access' | 'input' | 'output' | 'inspect' | 'run'
>;

/** Runs an operation for a caller: checks the input and returns only the declared output. */
export async function perform<Deps, Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Runnable<Deps, Input, Output>,
  deps: Deps,
  caller: Caller,
  input: unknown,
): Promise<z.output<Output>> {
  const inspect = async () => (isRecord(input) ? ((await operation.inspect?.(deps, input, caller)) ?? []) : []);
  return await run(operation, deps, caller, await parseInput(operation.input, input, inspect));
}

/** Runs an operation as one of its MCP tools, with the tool's input and output. */
export async function performAsTool<Deps>(
  operation: Operation<Deps>,
  { input: toolInput, brief }: NonNullable<Operation<Deps>['tool']>,
  deps: Deps,
  caller: Caller,
  input: unknown,
): Promise<unknown> {
  const parsed = await parseInput(toolInput ?? operation.input, input, async () => []);
  const output = await run(operation, deps, caller, parsed);
  return brief ? brief.schema.parse(brief.from(output, parsed, caller)) : output;
}

async function run<Deps, Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Runnable<Deps, Input, Output>,
  deps: Deps,
  caller: Caller,
  input: z.output<Input>,
): Promise<z.output<Output>> {
  if (operation.access === 'owner' && caller.keyDomain === null) {
    throw new DirectoryError('key.missing', 'This operation needs the owner key of the domain.');
  }
  return operation.output.parse(await operation.run(deps, input, caller));
}

/** `inspect` finds faults that the schema cannot check. */
async function parseInput<Input extends z.ZodObject>(
  schema: Input,
  input: unknown,
  inspect: () => Promise<readonly Violation[]>,
): Promise<z.output<Input>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const violations = toViolations(parsed.error.issues);
  const places = violations.map(formatPlace);
  const isKnown = (place: string) => places.some((known) => place === known || place.startsWith(`${known}/`));
  const further = (await inspect()).filter((violation) => !isKnown(formatPlace(violation)));
  throw new DirectoryError('request.invalid', 'The request has invalid parameters or members.', {
    violations: [...violations, ...further],
  });
}

const formatPlace = (violation: Violation): string =>
  'pointer' in violation ? violation.pointer : violation.parameter;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns one violation per place, in schema order. Later violations follow from the first. */
function toViolations(issues: readonly z.core.$ZodIssue[]): Violation[] {
  const byPlace = new Map<string, string>();
  for (const issue of issues) {
    const places =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [jsonPointer([...issue.path, key]), 'is not a known member'] as const)
        : [[jsonPointer(issue.path), issue.message] as const];
    for (const [place, detail] of places) if (!byPlace.has(place)) byPlace.set(place, detail);
  }
  return [...byPlace].map(([place, detail]) => ({ pointer: place, detail }));
}
