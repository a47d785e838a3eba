import { DirectoryError } from '../directory/errors.ts';
import type { OperationContext } from './context.ts';
import { nameDomain } from './parse-domain-param.ts';

/** The domain that an owner's operation is about: the key's own, or `key.forbidden`. */
export function ownDomain(context: OperationContext, input: string): string {
  const domain = nameDomain(context, input, 'name');
  if (context.keyDomain === domain) return domain;
  throw new DirectoryError('key.forbidden', `The key is not for ${domain}.`);
}
