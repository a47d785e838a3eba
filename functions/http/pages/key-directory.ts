import { createKeyDirectory, KEY_DIRECTORY_TYPE } from '../../../src/fetch/signatures/key-directory.ts';
import type { SigningKey } from '../../../src/fetch/signatures/signing-key.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import type { AnswerRequest } from '../pipeline/answer.ts';

export interface KeyDirectoryDeps {
  readonly baseUrl: string;
  readonly now: () => number;
  /** Signing key of the crawler, with the next or previous key. Empty if requests are not signed. */
  readonly signingKeys: readonly SigningKey[];
}

/**
 * Cache time. Operators wait this long between the steps of a key replacement (docs/operating.md). The digest covers
 * the uncompressed bytes.
 */
const CACHE = 'public, max-age=3600, no-transform';

/** Serves the crawler's public keys, signed for each response. Without a key, the list is empty and unsigned. */
export function createKeyDirectoryAnswer({ baseUrl, now, signingKeys }: KeyDirectoryDeps): AnswerRequest {
  const directory = createKeyDirectory(signingKeys, new URL(baseUrl).host, now);
  const { body } = directory;
  const headers = { 'content-type': KEY_DIRECTORY_TYPE, 'cache-control': CACHE, etag: entityTag(body) };
  return async () => {
    const signature = signingKeys.length === 0 ? {} : await directory.sign();
    return { status: 200, headers: { ...headers, ...signature }, body };
  };
}
