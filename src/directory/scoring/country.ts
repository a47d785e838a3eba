import type { HomepageFacts } from '#llmstxt';
import type { CountryBasis, DomainState } from '../state.ts';

/** ISO 3166-1 alpha-2 codes, all 249 that are officially assigned. */
const ISO_COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
    'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
    'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/**
 * Country codes used as generic names, which do not indicate a place. Google Search treats these codes as generic, or they are
 * free, short or wordplay domains.
 */
const GENERIC_CCTLDS = new Set(
  (
    'ac ad ag ai am as bz cc cd cf co cx dj fm ga gd gg gl gq gs im io is la li ly me ml mn ms mu nf nu pm pw ' +
    'sc sh so sr st su sx tc tf tk to tv vc vg vu wf ws yt'
  ).split(' '),
);

/** Countries of top-level domains that are not ISO codes, and of internationalized ones. */
const OTHER_CCTLDS: Readonly<Record<string, string>> = {
  uk: 'GB',
  'xn--p1ai': 'RU',
  'xn--fiqs8s': 'CN',
  'xn--fiqz9s': 'CN',
  'xn--kprw13d': 'TW',
  'xn--kpry57d': 'TW',
  'xn--j6w193g': 'HK',
  'xn--mix891f': 'MO',
  'xn--3e0b707e': 'KR',
  'xn--h2brj9c': 'IN',
  'xn--j1amh': 'UA',
  'xn--90a3ac': 'RS',
  'xn--90ais': 'BY',
  'xn--90ae': 'BG',
  'xn--qxam': 'GR',
  'xn--80ao21a': 'KZ',
  'xn--node': 'GE',
  'xn--y9a3aq': 'AM',
  'xn--l1acc': 'MN',
  'xn--d1alf': 'MK',
  'xn--o3cw4h': 'TH',
  'xn--yfro4i67o': 'SG',
  'xn--4dbrk0ce': 'IL',
  'xn--wgbh1c': 'EG',
  'xn--mgbaam7a8h': 'AE',
  'xn--mgberp4a5d4ar': 'SA',
  'xn--mgba3a4f16a': 'IR',
  'xn--wgbl6a': 'QA',
  'xn--mgbayh7gpa': 'JO',
  'xn--mgbc0a9azcg': 'MA',
  'xn--pgbs0dh': 'TN',
  'xn--ygbi2ammx': 'PS',
};

export interface CountryEvidence {
  readonly domain: string;
  /** Null if this visit did not read the homepage. */
  readonly homepage: Pick<HomepageFacts, 'language' | 'locales'> | null;
  readonly addressCountry: string | null;
}
type Country = Pick<DomainState, 'country' | 'country_basis'>;

/**
 * Chooses the country by the strongest evidence: the country-code domain, the homepage's region, or the IP address. Keeps earlier
 * evidence of a kind that this visit did not check.
 */
export function chooseCountry(evidence: CountryEvidence, before: Country): Country {
  const toCountry = (country: string, basis: CountryBasis): Country => ({ country, country_basis: basis });
  const byName = countryOfTld(evidence.domain);
  if (byName) return toCountry(byName, 'cctld');
  if (evidence.homepage === null && before.country_basis === 'locale') return before;
  const byLocale = evidence.homepage && countryOfLocales(evidence.homepage);
  if (byLocale) return toCountry(byLocale, 'locale');
  if (evidence.addressCountry && ISO_COUNTRIES.has(evidence.addressCountry)) {
    return toCountry(evidence.addressCountry, 'address');
  }
  return before.country_basis === 'address' ? before : { country: null, country_basis: null };
}

function countryOfTld(domain: string): string | null {
  const tld = domain.slice(domain.lastIndexOf('.') + 1);
  if (GENERIC_CCTLDS.has(tld)) return null;
  const code = OTHER_CCTLDS[tld] ?? tld.toUpperCase();
  return ISO_COUNTRIES.has(code) ? code : null;
}

/**
 * Returns the region of `<html lang>`, or the only region in hreflang and og:locale. Returns null if there are
 * several.
 */
function countryOfLocales({ language, locales }: Pick<HomepageFacts, 'language' | 'locales'>): string | null {
  const own = language && parseRegion(language);
  if (own) return own;
  const regions = new Set(locales.flatMap((locale) => parseRegion(locale) ?? []));
  const [only] = regions;
  return regions.size === 1 && only ? only : null;
}

/** Returns the region subtag (BCP 47), also after an underscore as in og:locale: `de-AT`, `pt_BR`, `zh-Hant-TW`. */
function parseRegion(locale: string): string | null {
  const match = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2})(?:$|[-_.@])/i.exec(locale.trim());
  const code = match?.[1]?.toUpperCase();
  return code && ISO_COUNTRIES.has(code) ? code : null;
}
