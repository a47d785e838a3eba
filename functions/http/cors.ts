import type { Fields } from './answer.ts';

/** Fields of an answer that a page of another site may read, beside those that it always may. */
const EXPOSED = 'ETag, Age, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, WWW-Authenticate';
/** Fields of the Model Context Protocol. Later versions add more, and so do clients that trace their requests: hence `*`. */
const MCP_FIELDS = 'MCP-Protocol-Version, Mcp-Session-Id';
const MCP_REQUEST_FIELDS = `${MCP_FIELDS}, Mcp-Method, Mcp-Name, *`;

/** Any page may read public answers. No credential ever goes along, so `*` is safe. */
export const CORS: Fields = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
/** `CORS` for the answers of `/mcp`. */
export const MCP_CORS: Fields = { ...CORS, 'access-control-expose-headers': `${EXPOSED}, ${MCP_FIELDS}` };

/** Seconds that a browser may remember a preflight; browsers cap it at two hours or less. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const REQUEST_FIELDS = 'Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID';

/** The fields of the answer to a preflight for a path with these methods. */
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
