import { type DomainNameOptions, parseDomainName } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';

/** Which names this service takes. */
export interface DomainRules {
  /** The service does not list itself. */
  readonly baseUrl: string;
  /** Accept the names reserved for tests: only while a sandbox answers for them. */
  readonly reservedNames: boolean;
}

/** The canonical domain that `text` means, or `domain.invalid` with a sentence that says why not. */
export function parseDomainParam(text: string, form: DomainNameOptions['form'], rules: DomainRules): string {
  const parsed = parse(text, form, rules);
  if (parsed.ok) return parsed.domain;
  throw new DirectoryError('domain.invalid', parsed.detail, {
    violations: [{ pointer: '/domain', detail: parsed.detail }],
  });
}

/** The canonical domain that `text` means, or null. */
export function findDomainName(text: string, form: DomainNameOptions['form'], rules: DomainRules): string | null {
  const parsed = parse(text, form, rules);
  return parsed.ok ? parsed.domain : null;
}

function parse(text: string, form: DomainNameOptions['form'], { baseUrl, reservedNames }: DomainRules) {
  return parseDomainName(text, { form, reserved: reservedNames, ownHost: new URL(baseUrl).hostname });
}
