import type { Fields } from './answer.ts';
import { CORS } from './cors.ts';
import { createSecurityFields } from './security-fields.ts';

/** Returns the security fields of an answer with this status and media type. */
export function createGuardFields(baseUrl: string): (status: number, type: string) => Fields {
  const { page, data } = createSecurityFields(baseUrl);
  const publicData = { ...CORS, ...data };
  const publicScript = { ...CORS, ...page };
  return (status, type) => {
    // Other sites may neither embed nor read a page. A 304 has the fields of a page too, because an intermediary may
    // cache pages with other fields.
    if (type.startsWith('text/html')) return page;
    if (status === 304) return CORS;
    return type.startsWith('text/javascript') ? publicScript : publicData;
  };
}
