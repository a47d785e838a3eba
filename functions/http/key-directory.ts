import { createKeyDirectory, KEY_DIRECTORY_TYPE } from '../../src/fetch/signatures/key-directory.ts';
import type { SigningKey } from '../../src/fetch/signatures/signing-key.ts';
import { entityTag } from '../../src/site/entity-tag.ts';
import type { AnswerRequest } from './answer.ts';

export interface KeyDirectoryNeeds {
  readonly baseUrl: string;
  readonly now: () => number;
  /** The key that signs the crawler's requests, and the one that replaces it or was replaced; none where nothing is signed. */
  readonly signingKeys: readonly SigningKey[];
}

/** Operators wait as long between the steps of replacing a key: docs/operating.md. The digest is of the bytes as they are. */
const CACHE = 'public, max-age=3600, no-transform';

/** The public keys of the crawler; signed anew for each response. */
export function createKeyDirectoryAnswer({ baseUrl, now, signingKeys }: KeyDirectoryNeeds): AnswerRequest {
  const directory = createKeyDirectory(signingKeys, new URL(baseUrl).host, now);
  const { body } = directory;
  const headers = { 'content-type': KEY_DIRECTORY_TYPE, 'cache-control': CACHE, etag: entityTag(body) };
  return async () => ({ status: 200, headers: { ...headers, ...(await directory.sign()) }, body });
}
