import { DirectoryError } from '../directory/errors.ts';
import type { Caller } from './caller.ts';
import { type DomainRules, parseDomainParam } from './parse-domain-param.ts';

/** The domain that an owner's operation is about: that of the caller's key, or `key.forbidden`. */
export function requireOwnedDomain(text: string, { keyDomain }: Caller, rules: DomainRules): string {
  const domain = parseDomainParam(text, 'name', rules);
  if (keyDomain === domain) return domain;
  throw new DirectoryError('key.forbidden', `The key is not for ${domain}.`);
}
