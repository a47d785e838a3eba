import { paths } from '../directory/urls.ts';

/**
 * Content-Security-Policy of every page: only our files, nothing inline, no plugin and no frame. WebAssembly is allowed for the
 * search in the browser.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** Content-Security-Policy as a response field, with frame-ancestors. */
const CONTENT_SECURITY_POLICY_HEADER = `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`;

/** Response field with the URL of the speculation rules. An element would be an inline script. */
const SPECULATION_RULES_FIELD = JSON.stringify(paths.speculationRules);

/** Links to our llms.txt and our interfaces, for programs. */
const DISCOVERY_LINKS = [
  `<${paths.llmsTxt}>; rel="describedby"; type="text/plain"`,
  `<${paths.apiCatalog}>; rel="api-catalog"; type="application/linkset+json"`,
].join(', ');

/** Strict-Transport-Security of a year, as required by browsers' preload lists. */
const HSTS = 'max-age=31536000';

export function commonSecurityFields(baseUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': HSTS }),
  };
}

export function pageSecurityFields(baseUrl: string): Readonly<Record<string, string>> {
  return {
    ...commonSecurityFields(baseUrl),
    'content-security-policy': CONTENT_SECURITY_POLICY_HEADER,
    'speculation-rules': SPECULATION_RULES_FIELD,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    link: DISCOVERY_LINKS,
  };
}
