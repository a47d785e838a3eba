import { z } from 'zod';
import { type DomainNameOptions, MAX_INPUT_CHARACTERS, parseDomainName } from '../directory/domain-name.ts';
import { DirectoryError } from '../directory/errors.ts';
import type { PublicFacts } from '../directory/state.ts';
import type { Caller } from './caller.ts';
import type { UsesStore } from './uses-store.ts';

type Form = DomainNameOptions['form'];

export interface DomainRules {
  /** Base URL without a trailing slash. Operations refuse its host as a domain. */
  readonly baseUrl: string;
  /** True to accept names reserved for tests, for which a sandbox must answer. */
  readonly reservedNames: boolean;
}

/** Parameter of every operation on a domain. `parseDomainName` checks the parameter and returns the reason of a refusal. */
export const domainInput = z.strictObject({
  domain: z
    .string({ error: 'must be a domain name' })
    .describe('Domain name, such as example.com. The API converts any spelling to the canonical name.')
    .meta({ maxLength: MAX_INPUT_CHARACTERS, examples: ['example.com'] }),
});

/** Returns the canonical domain of `text`, or throws `domain.invalid` with the reason. */
export function parseDomainParam(text: string, form: Form, rules: DomainRules, pointer = '/domain'): string {
  const parsed = parse(text, form, rules);
  if (parsed.ok) return parsed.domain;
  throw new DirectoryError('domain.invalid', parsed.detail, { violations: [{ pointer, detail: parsed.detail }] });
}

/** Returns the canonical domain of `text`, or null. */
export function findDomainName(text: string, form: Form, rules: DomainRules): string | null {
  const parsed = parse(text, form, rules);
  return parsed.ok ? parsed.domain : null;
}

/** Returns the domain of an owner's operation. Throws `key.forbidden` if the key belongs to another domain. */
export function requireOwnedDomain(text: string, { keyDomain }: Caller, rules: DomainRules): string {
  const domain = parseDomainParam(text, 'name', rules);
  if (keyDomain === domain) return domain;
  throw new DirectoryError('key.forbidden', `The key is not for ${domain}.`);
}

/** Returns the stored data of a domain, or throws `domain.unknown`. */
export function requireTracked<Facts>(facts: Facts | null, domain: string, { baseUrl }: DomainRules): Facts {
  if (facts !== null) return facts;
  throw new UnknownDomain(domain, baseUrl);
}

/** Looks up the domain of `text`. Rejects with `DirectoryError` domain.invalid or domain.unknown. */
export async function lookUpTracked(text: string, deps: DomainRules & UsesStore<'lookup'>): Promise<PublicFacts> {
  const domain = parseDomainParam(text, 'name', deps);
  return requireTracked(await deps.store.lookup(domain), domain, deps);
}

/** Failure of an untracked domain. The message is for programs, and pages explain how to add the domain. */
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
