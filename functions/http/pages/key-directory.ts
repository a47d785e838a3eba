import { createKeyDirectory, KEY_DIRECTORY_TYPE } from '../../../src/fetch/signatures/key-directory.ts';
import { entityTag } from '../../../src/site/entity-tag.ts';
import type { AnswerRequest } from '../pipeline/answer.ts';
import type { PageDeps } from './page-deps.ts';

/**
 * Cache time. Operators wait this long between the steps of a key replacement (docs/operating.md). The digest covers
 * the uncompressed bytes.
 */
const CACHE = 'public, max-age=3600, no-transform';

/** Serves the crawler's public keys, signed for each response. Without a key, the list is empty and unsigned. */
export function createKeyDirectoryAnswer({ baseUrl, now, signingKeys }: PageDeps): AnswerRequest {
  const directory = createKeyDirectory(signingKeys, new URL(baseUrl).host, now);
  const { body } = directory;
  const headers = { 'content-type': KEY_DIRECTORY_TYPE, 'cache-control': CACHE, etag: entityTag(body) };
  return async () => {
    const signature = signingKeys.length === 0 ? {} : directory.sign();
    return { status: 200, headers: { ...headers, ...signature }, body };
  };
}
