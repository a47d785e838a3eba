import { type DomainNameOptions, parseDomainName } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';
import type { OperationContext } from './context.ts';

/** The canonical domain that `input` means, or `domain.invalid` with a sentence that says why not. */
export function nameDomain(
  context: Pick<OperationContext, 'baseUrl' | 'reservedNames'>,
  input: string,
  form: DomainNameOptions['form'],
): string {
  const parsed = parseDomainName(input, {
    form,
    reserved: context.reservedNames,
    ownHost: new URL(context.baseUrl).hostname,
  });
  if (parsed.ok) return parsed.domain;
  throw new DirectoryError('domain.invalid', parsed.detail, {
    violations: [{ pointer: '/domain', detail: parsed.detail }],
  });
}
