import type { Fields } from './answer.ts';

/** Response fields that other origins may read, in addition to safelisted ones. */
const EXPOSED =
  'ETag, Age, Content-Range, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, WWW-Authenticate';
/** Fields of the Model Context Protocol. `*` is allowed, because later versions and tracing clients add fields. */
const MCP_FIELDS = 'MCP-Protocol-Version, Mcp-Session-Id';
const MCP_REQUEST_FIELDS = `${MCP_FIELDS}, Mcp-Method, Mcp-Name, *`;

/** CORS fields of public answers. Requests have no credentials, so `*` is safe. */
export const CORS: Fields = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
/** `CORS` for the answers of `/mcp`. */
export const MCP_CORS: Fields = { ...CORS, 'access-control-expose-headers': `${EXPOSED}, ${MCP_FIELDS}` };

/** Cache time of a preflight, in s. Browsers use two hours at most. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const REQUEST_FIELDS = 'Accept, Authorization, Content-Type, If-Match, If-None-Match, Last-Event-ID';

/** Returns the preflight fields of a path with these methods. */
export function preflightFields(allow: string): Fields {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': REQUEST_FIELDS,
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  };
}

/** `preflightFields` for `/mcp`. */
export function mcpPreflightFields(allow: string): Fields {
  return { ...preflightFields(allow), 'access-control-allow-headers': `${REQUEST_FIELDS}, ${MCP_REQUEST_FIELDS}` };
}
