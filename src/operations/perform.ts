import type { z } from 'zod';
import { DirectoryError, type Violation } from '../directory/errors.ts';
import { StoreError } from '../store/store.ts';
import type { OperationContext } from './context.ts';
import type { Operation } from './operation.ts';

/** Seconds after which a caller may try a store that did not answer: a restart of the database takes a few. */
const STORE_RETRY_S = 5;

/**
 * Runs an operation for a caller: unchecked input in, its declared output out and nothing beside it.
 * Rejects with `DirectoryError` for everything that the caller may know; any other error is a defect of ours.
 */
export async function perform<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<OperationContext, Input, Output>,
  context: OperationContext,
  input: unknown,
): Promise<z.output<Output>> {
  if (operation.access === 'owner' && context.keyDomain === undefined) {
    throw new DirectoryError('key.missing', 'This operation needs the owner key of the domain.');
  }
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) {
    throw new DirectoryError('request.invalid', 'The request has parameters or members that are not as declared.', {
      violations: violationsOf(parsed.error.issues),
    });
  }
  try {
    return operation.output.parse(await operation.run(context, parsed.data));
  } catch (error) {
    throw tellStore(error);
  }
}

/** A store that does not answer, as the caller is told; any other error as it is. */
export function tellStore(error: unknown): unknown {
  if (!(error instanceof StoreError && error.kind === 'unavailable')) return error;
  return new DirectoryError('store.unavailable', 'The database does not answer at the moment.', {
    retryAfterS: STORE_RETRY_S,
    cause: error,
  });
}

/** One entry for each place, in the order of the schema: further issues of the same place follow from the first. */
function violationsOf(issues: readonly z.core.$ZodIssue[]): Violation[] {
  const byPlace = new Map<string, string>();
  for (const issue of issues) {
    const path = issue.path.map(escapePointer);
    const places =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [pointer([...path, escapePointer(key)]), 'is not a known member'] as const)
        : [[pointer(path), issue.message] as const];
    for (const [place, detail] of places) if (!byPlace.has(place)) byPlace.set(place, detail);
  }
  return [...byPlace].map(([place, detail]) => ({ pointer: place, detail }));
}

const pointer = (parts: readonly string[]) => parts.map((part) => `/${part}`).join('');

/** RFC 6901 §3. */
function escapePointer(key: PropertyKey): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
