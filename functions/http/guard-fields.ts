import type { Fields } from './answer.ts';
import { CORS } from './cors.ts';
import { createSecurityFields } from './security-fields.ts';

/** What browsers may do with an answer of this status and media type, by the fields that say so. */
export function createGuardFields(baseUrl: string): (status: number, type: string) => Fields {
  const { page, data } = createSecurityFields(baseUrl);
  const publicData = { ...CORS, ...data };
  const publicScript = { ...CORS, ...page };
  return (status, type) => {
    // What pages of other sites may not show, they may not read either. A page gets its fields with a 304 too: whoever
    // stands between may keep pages under other rules.
    if (type.startsWith('text/html')) return page;
    if (status === 304) return CORS;
    return type.startsWith('text/javascript') ? publicScript : publicData;
  };
}
