import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Response as DatabaseRecord, Reader } from 'mmdb-lib';

/**
 * Database with the country in which an IP address is registered. The database is public domain (CC0), with data of the
 * NRO. The license requires this credit.
 */
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Looks up addresses offline. The file (8 MB) is read at the first call. */
export function openCountryOfAddress(): (address: string) => string | null {
  let reader: Reader<DatabaseRecord> | null = null;
  return (address) => {
    if (isIP(address) === 0) return null;
    reader ??= new Reader(readFileSync(new URL(import.meta.resolve(DATABASE))));
    const record: unknown = reader.get(address);
    if (typeof record !== 'object' || record === null || !('country_code' in record)) return null;
    const { country_code: code } = record;
    return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
  };
}
