export interface Secret {
  readonly kind: string;
  readonly value: string;
}

// Matches JSON, and JSON inside a JSON string as in MCP answers.
const MEMBER = /(\\?")(api_key|webhook_secret|webhook_url|notify_email|claim)\1:\s*\1([^"\\]+)\1/g;
/** Matches an owner key, which one page shows once. */
const KEY = /svk_live_[0-9A-Za-z]{49}/g;
const IN_ADDRESS = /[?&]claim=([0-9a-f]{32})/g;
const KINDS: Readonly<Record<string, string>> = {
  api_key: 'key',
  webhook_secret: 'webhook secret',
  webhook_url: 'webhook address',
  notify_email: 'mail address',
  claim: 'claim',
};

/** URL of test receivers, whose answers are not outputs of the service. */
export const RECEIVED_PATH = '/tests/received';

/** Reports whether a request may return keys, claims and an owner's settings. */
export function isForOwner({ path, authorization }: { path: string; authorization: string | undefined }): boolean {
  return authorization !== undefined || OWNERS_PATH.test(path);
}
const OWNERS_PATH = /^\/(mcp|claim\/[^/]+|v1\/sites|v1\/sites\/[^/]+\/(verify|verification))$/;

/** Returns the secrets of an owner's answer, and the answer without them. */
export function secretsIn(text: string): { readonly rest: string; readonly found: readonly Secret[] } {
  const found = [
    ...[...text.matchAll(MEMBER)].map(([, , name = '', value = '']) => ({ kind: KINDS[name] ?? name, value })),
    ...[...text.matchAll(KEY)].map(([value]) => ({ kind: 'key', value })),
    ...[...text.matchAll(IN_ADDRESS)].map(([, value = '']) => ({ kind: 'claim', value })),
  ];
  return { rest: found.reduce((rest, { value }) => rest.replaceAll(value, ''), text), found };
}
