import { DAY_MS } from '../../../src/directory/duration.ts';
import { paths } from '../../../src/directory/urls.ts';
import { type Answer, taggedAnswer } from '../pipeline/answer.ts';
import { DESCRIPTION_CACHE } from '../pipeline/caching.ts';
import type { PageDeps } from './page-deps.ts';

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_DAYS = 180;

/** Renders security.txt (RFC 9116). */
export function answerSecurityTxt({ baseUrl, securityContact, now }: PageDeps): Answer {
  const policy = `${baseUrl}${paths.doc('policy')}`;
  const expires = new Date(Math.floor(now() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS);
  const fields = [
    `Contact: ${securityContact ?? policy}`,
    `Expires: ${expires.toISOString().slice(0, 19)}Z`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${paths.securityTxt}`,
    `Policy: ${policy}`,
  ];
  return taggedAnswer(`${fields.join('\n')}\n`, 'text/plain; charset=utf-8', DESCRIPTION_CACHE);
}
