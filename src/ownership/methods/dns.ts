import { registrableDomain } from '../../directory/domain-name.ts';
import type { TxtRecords } from '../../fetch/dns-resolver.ts';
import type { Net } from '../../fetch/net.ts';
import { readToken, type SeenToken, trimInvisible } from '../proof-look.ts';
import { absent, counted, inconclusive, type Method, type Reading } from './method.ts';

const LABEL = '_svc-verify';
const PREFIX = 'svc-verify=';
/** Longest name (RFC 1035 §2.3.4), without the root's dot and the length octets. */
const MAX_NAME_CHARACTERS = 253;

/** Proof by a TXT record below the domain, seen by a majority of the configured resolvers. */
export const dnsMethod: Method = {
  name: 'dns',

  instructions({ site, token }) {
    const { host, value } = proofRecord(site.domain, token);
    return { description: `Add this TXT record to the zone of ${site.domain}.`, snippet: `${host}. IN TXT "${value}"` };
  },

  lookedFor: ({ token }) => `a TXT record ${PREFIX}${token}`,

  async look({ site, isEnough }, { net, signal }) {
    const name = `${LABEL}.${site.domain}`;
    const atPlace = readTxt(await net.resolveTxt(name));
    signal?.throwIfAborted();
    const misplaced = isEnough || atPlace.tokens.length > 0 ? [] : await findMisplaced(site.domain, name, net);
    return [{ where: `${name}.`, ...atPlace, tokens: [...atPlace.tokens, ...misplaced] }];
  },
};

/** Returns the TXT record that proves control of `domain`, as its full name without the last dot, and its text. */
export function proofRecord(domain: string, token: string) {
  return { host: `${LABEL}.${domain}`, value: `${PREFIX}${token}` };
}

function readTxt(txt: TxtRecords): Reading {
  if (txt.kind === 'failed') return inconclusive(txt.detail);
  if (txt.kind === 'absent') return absent('no TXT record');
  return absent(`${counted(txt.records.length, 'TXT record')} without a token`, txt.records.flatMap(readRecord));
}

/** Reads tokens of a record. Accepts quotes and blanks around a token, because DNS forms keep them. */
function readRecord(record: string): SeenToken[] {
  const text = unquote(record);
  const isPrefixed = text.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  const [name = '', ...rest] = text.split('=');
  if (isPrefixed || (rest.length === 1 && `${name.trim().toLowerCase()}=` === PREFIX)) {
    return readToken(unquote(rest.join('=')), null);
  }
  return readToken(text, text.includes(PREFIX) ? 'with other text around it' : `without ${PREFIX} right before it`);
}

/** Matches quotation marks at the ends, which forms escape or double. The lookbehind keeps the time linear. */
const QUOTES = /^[\s\p{Cf}\\"'`“”„‘’«»]+|(?<![\s\p{Cf}\\"'`“”„‘’«»])[\s\p{Cf}\\"'`“”„‘’«»]+$/gu;

const unquote = (text: string): string => trimInvisible(text.replaceAll('&quot;', '"').replace(QUOTES, ''));

/** Reads tokens at wrong names. Providers create such names from unexpected input. */
async function findMisplaced(domain: string, name: string, net: Pick<Net, 'resolveTxt'>): Promise<SeenToken[]> {
  const names = [
    domain,
    `www.${domain}`,
    `${name}.${domain}`,
    `${name}.${registrableDomain(domain)}`,
    `${LABEL}.www.${domain}`,
    `${LABEL.slice(1)}.${domain}`,
  ];
  const validNames = [...new Set(names)].filter((each) => each.length <= MAX_NAME_CHARACTERS);
  const answers = await Promise.all(validNames.map(async (each) => ({ each, txt: await net.resolveTxt(each) })));
  return answers.flatMap(({ each, txt }) =>
    readTxt(txt).tokens.map(({ hash }) => ({ hash, flaw: `at ${each} instead of ${name}` })),
  );
}
