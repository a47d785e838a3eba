/** A secret, and what it is. */
export interface Secret {
  readonly kind: string;
  readonly value: string;
}

// In JSON, and in JSON that stands as a string in JSON, as MCP answers it.
const MEMBER = /(\\?")(api_key|webhook_secret|webhook_url|notify_email|claim)\1:\s*\1([^"\\]+)\1/g;
/** On the page that shows it once. */
const KEY = /svk_live_[0-9A-Za-z]{49}/g;
const IN_ADDRESS = /[?&]claim=([0-9a-f]{32})/g;
const KINDS: Readonly<Record<string, string>> = {
  api_key: 'key',
  webhook_secret: 'webhook secret',
  webhook_url: 'webhook address',
  notify_email: 'mail address',
  claim: 'claim',
};

/** Where a test's own receivers answer what the service has sent to them: no output of the service. */
export const RECEIVED_PATH = '/tests/received';

/** Keys, claims and an owner's own settings are answered here and nowhere else. */
export function isForOwner({ path, authorization }: { path: string; authorization: string | undefined }): boolean {
  return authorization !== undefined || OWNERS_PATH.test(path);
}
const OWNERS_PATH = /^\/(mcp|claim\/[^/]+|v1\/sites|v1\/sites\/[^/]+\/(verify|verification))$/;

/** The secrets that an owner's answer tells, each in the member that is for it, and the answer without them. */
export function secretsIn(text: string): { readonly rest: string; readonly found: readonly Secret[] } {
  const found = [
    ...[...text.matchAll(MEMBER)].map(([, , name = '', value = '']) => ({ kind: KINDS[name] ?? name, value })),
    ...[...text.matchAll(KEY)].map(([value]) => ({ kind: 'key', value })),
    ...[...text.matchAll(IN_ADDRESS)].map(([, value = '']) => ({ kind: 'claim', value })),
  ];
  return { rest: found.reduce((rest, { value }) => rest.replaceAll(value, ''), text), found };
}
