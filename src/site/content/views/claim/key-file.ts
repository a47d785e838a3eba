import { paths } from '../../../../directory/urls.ts';

export function keyFile(domain: string, key: string, baseUrl: string) {
  return {
    name: `${domain}-owner-key.txt`,
    text: [
      `Owner key of ${domain} at ${baseUrl}`,
      '',
      `Domain: ${domain}`,
      `Key: ${key}`,
      '',
      'Store this file like a password, because anyone who has the key can edit the entry.',
      `With a browser: open ${baseUrl}${paths.owner} and paste the key.`,
      `With the API:   curl -H 'Authorization: Bearer ${key}' ${baseUrl}${paths.sites}/${domain}/stats`,
      `More:           ${baseUrl}${paths.doc('owners')}`,
      '',
      `Lost or leaked? Claim the domain again at ${baseUrl}${paths.claim(domain)}: you get a new key, and this one stops working.`,
      '',
    ].join('\n'),
  };
}
