import { z } from 'zod';
import { parameterTypes, readValue } from '../http/api/read-input.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Converts a model's arguments to the tool's types. */
export type ReadArguments = (given: Arguments) => Arguments;

/**
 * Creates the reader of a tool's arguments. Null and "" mean that an optional argument is absent, because strict function
 * calling sends every argument. Text may contain a whole number or a boolean, because many models send text. The HTTP API
 * accepts only the declared types.
 */
export function createReadArguments(input: z.ZodObject): ReadArguments {
  const types = parameterTypes(input);
  const { required = [] } = z.toJSONSchema(input, { io: 'input' });
  const isAbsent = (name: string, value: unknown) =>
    (value === null || value === '') && types.has(name) && !required.includes(name);
  const readArgument = (name: string, value: unknown) => {
    const type = types.get(name) ?? 'string';
    return typeof value === 'string' && type !== 'string' ? readValue(value.toLowerCase(), type) : value;
  };
  return (given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) =>
        isAbsent(name, value) ? [] : [[name, readArgument(name, value)] as const],
      ),
    );
}
