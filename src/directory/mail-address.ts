import { parseDomainName } from './domain-name.ts';

/** Longest parts of an address: 64 octets before the @, 254 in total (RFC 5321 §4.5.3.1). */
const MAX_CHARACTERS = 254;
/** Dot-atom (RFC 5322 §3.2.3). Quoting and comments are not allowed, because they could contain a second address. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const MAX_LOCAL_CHARACTERS = 64;

export type MailAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly detail: string };

/** Parses one plain address. Returns its domain as lowercase A-labels. Returns the reason if the text is not an address. */
export function parseMailAddress(text: string, options: { readonly reserved: boolean }): MailAddress {
  if (text.length > MAX_CHARACTERS) return refuse(`must have at most ${MAX_CHARACTERS} characters`);
  const at = text.indexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (at < 1 || text.includes('@', at + 1)) return refuse('must be one address such as name@example.com');
  if (local.length > MAX_LOCAL_CHARACTERS || !LOCAL_PART.test(local)) {
    return refuse('must be one plain address, without quotes, comments or names');
  }
  const host = text.slice(at + 1);
  // Parse the mail host as written, because `www.` belongs to it, and spaces or dots around it are invalid.
  if (!/^[^\s.].*[^\s.]$/u.test(host) || /[^\p{L}\p{M}\p{N}.-]/u.test(host)) return refuse('must end in a domain name');
  const name = parseDomainName(host, { form: 'name', reserved: options.reserved });
  if (!name.ok) return refuse(`must end in a domain name: ${name.detail}`);
  const mailDomain = /^www\./i.test(host) && !name.domain.startsWith('www.') ? `www.${name.domain}` : name.domain;
  const address = `${local}@${mailDomain}`;
  return address.length > MAX_CHARACTERS
    ? refuse(`must have at most ${MAX_CHARACTERS} characters`)
    : { ok: true, address };
}

const refuse = (detail: string) => ({ ok: false, detail }) as const;
