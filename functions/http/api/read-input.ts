import { z } from 'zod';
import { DirectoryError, type Violation } from '../../../src/directory/errors.ts';
import { readJson } from '../pipeline/read-body.ts';

/** Type of a query parameter, from the operation's schema. */
type ParameterType = 'integer' | 'boolean' | 'string';
export type ParameterTypes = ReadonlyMap<string, ParameterType>;

export function parameterTypes(input: z.ZodType): ParameterTypes {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      const type = typeof schema === 'object' ? schema.type : undefined;
      return [name, type === 'integer' || type === 'boolean' ? type : 'string'];
    }),
  );
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const INTEGER = /^-?\d{1,300}$/;

/** Converts a parameter to its type. Other text stays text and fails the schema. */
export function readValue(text: string, type: ParameterType): unknown {
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text;
  if (type === 'boolean') return BOOLEANS.get(text) ?? text;
  return text;
}

/** Reads the declared query parameters. Ignores other parameters, because links carry foreign parameters. */
export function readQuery(query: string, types: ParameterTypes): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (query === '') return values;
  const repeated: Violation[] = [];
  for (const [name, text] of new URLSearchParams(query)) {
    const type = types.get(name);
    if (type === undefined) continue;
    if (Object.hasOwn(values, name)) repeated.push({ parameter: name, detail: 'must be given once' });
    values[name] = readValue(text, type);
  }
  if (repeated.length > 0) {
    throw new DirectoryError('request.invalid', 'A parameter occurs more than once.', { violations: repeated });
  }
  return values;
}

/** Reads the input members from the path. */
export function readSegments(segments: Readonly<Record<string, string>>, types: ParameterTypes) {
  return Object.fromEntries(
    Object.entries(segments).map(([name, text]) => [name, readValue(text, types.get(name) ?? 'string')]),
  );
}

export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const parsed = await readJson(request);
  if (parsed === undefined) throw notAnObject('is not JSON in UTF-8');
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw notAnObject('must be an object');
  return { ...parsed };
}

function notAnObject(detail: string): DirectoryError {
  return new DirectoryError('request.invalid', `The body ${detail}.`, { violations: [{ pointer: '', detail }] });
}

/** Throws if the body has a member that the path sets. */
export function refuseMembers(body: object, names: readonly string[]): void {
  const violations = names.flatMap((name) =>
    Object.hasOwn(body, name) ? [{ pointer: `/${name}`, detail: 'is not a known member' }] : [],
  );
  if (violations.length === 0) return;
  throw new DirectoryError('request.invalid', 'The body has invalid members.', { violations });
}

/** Converts violations of an input for HTTP: parameters for path and query, pointers for the body. */
export function nameParameters(error: DirectoryError, isParameter: (name: string) => boolean): DirectoryError {
  if (error.violations.length === 0) return error;
  const violations = error.violations.map((violation): Violation => {
    if (!('pointer' in violation)) return violation;
    const name = violation.pointer.slice(1);
    return isParameter(name) ? { parameter: name, detail: violation.detail } : violation;
  });
  return new DirectoryError(error.code, error.message, {
    violations,
    members: error.members,
    ...(error.retryAfterS === null ? {} : { retryAfterS: error.retryAfterS }),
  });
}
