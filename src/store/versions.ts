import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Preview } from '#llmstxt';
import { versionSchema, withoutLayout } from '../directory/version.ts';
import type { Call } from './client.ts';

const versionPageSchema = z.object({ total: z.int(), versions: z.array(versionSchema) });

interface VersionQuery {
  readonly domain: string;
  readonly page: number;
  readonly perPage: number;
}

const versionTextSchema = z.object({
  version: z.int(),
  hash: z.string(),
  /** Size of the served text. */
  bytes: z.int(),
  /** Text as `packText` packs it, because the thread that compares two versions unpacks them. */
  packed: z.base64(),
});
export type VersionText = z.infer<typeof versionTextSchema>;

/** Creates the store. `read` has the shorter time limit of requests. */
export function createVersionStore(read: Call) {
  return {
    /** Lists versions, newest first. Returns none for a rejected domain, and null for an untracked domain. */
    listVersions: ({ domain, page, perPage }: VersionQuery) =>
      read('list_versions', { domain, page, per_page: perPage }, versionPageSchema.nullable()),
    /** Returns the stored texts of two versions of a listed site. */
    readVersions: async (domain: string, versions: readonly [number, number]) => {
      const texts = await read('read_versions', { domain, versions }, z.array(versionTextSchema));
      return new Map(texts.map((text) => [text.version, text]));
    },
  };
}

/** Returns the version that a visit stores among the domain's versions. */
export function findVersion(
  { hash, body }: { readonly hash: string; readonly body: string },
  { title, bytes, tokens }: Pick<Preview, 'title' | 'bytes' | 'tokens'>,
  { sections, links }: { readonly sections: number | null; readonly links: number | null },
) {
  return {
    same_as: createHash('sha256').update(withoutLayout(body)).digest('base64url'),
    hash,
    bytes,
    tokens,
    title,
    sections: sections ?? 0,
    links: links ?? 0,
  };
}
