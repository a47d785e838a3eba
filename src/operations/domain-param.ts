import { z } from 'zod';
import { type DomainNameOptions, MAX_INPUT_CHARACTERS, parseDomainName } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';
import type { Caller } from './caller.ts';

type Form = DomainNameOptions['form'];

/** Which names this service takes. */
export interface DomainRules {
  /** Without a trailing slash. The service does not list itself. */
  readonly baseUrl: string;
  /** Accept the names reserved for tests: only while a sandbox answers for them. */
  readonly reservedNames: boolean;
}

/** The one parameter of every operation on a domain. Its grammar is that of `parseDomainName`, which says why it refuses. */
export const domainInput = z.strictObject({
  domain: z
    .string({ error: 'must be a domain name' })
    .describe('Domain name, such as example.com. Any spelling of the name is answered as its canonical one.')
    .meta({ maxLength: MAX_INPUT_CHARACTERS, examples: ['example.com'] }),
});

/** The canonical domain that `text` means, or `domain.invalid` with a sentence that says why not. */
export function parseDomainParam(text: string, form: Form, rules: DomainRules, pointer = '/domain'): string {
  const parsed = parse(text, form, rules);
  if (parsed.ok) return parsed.domain;
  throw new DirectoryError('domain.invalid', parsed.detail, { violations: [{ pointer, detail: parsed.detail }] });
}

/** The canonical domain that `text` means, or null. */
export function findDomainName(text: string, form: Form, rules: DomainRules): string | null {
  const parsed = parse(text, form, rules);
  return parsed.ok ? parsed.domain : null;
}

/** The domain that an owner's operation is about: that of the caller's key, or `key.forbidden`. */
export function requireOwnedDomain(text: string, { keyDomain }: Caller, rules: DomainRules): string {
  const domain = parseDomainParam(text, 'name', rules);
  if (keyDomain === domain) return domain;
  throw new DirectoryError('key.forbidden', `The key is not for ${domain}.`);
}

/** What the store holds of a domain, or `domain.unknown` where it holds nothing. */
export function requireTracked<Facts>(facts: Facts | null, domain: string, { baseUrl }: DomainRules): Facts {
  if (facts !== null) return facts;
  throw new UnknownDomain(domain, baseUrl);
}

/** The message is for programs; a page says in its own words how to add the domain. */
export class UnknownDomain extends DirectoryError {
  readonly domain: string;

  constructor(domain: string, baseUrl: string) {
    super(
      'domain.unknown',
      `${domain} is not in the directory. Register it: POST ${baseUrl}/v1/sites with {"domain": "${domain}"}.`,
    );
    this.domain = domain;
  }
}

function parse(text: string, form: Form, { baseUrl, reservedNames }: DomainRules) {
  return parseDomainName(text, { form, reserved: reservedNames, ownHost: new URL(baseUrl).hostname });
}
