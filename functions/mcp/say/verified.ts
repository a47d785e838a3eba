import type { z } from 'zod';
import type { verifiedSchema } from '../../../src/operations/verify-site.ts';

export function sayVerified({ via, api_key, badge }: z.infer<typeof verifiedSchema>, baseUrl: string): string {
  return [
    `Verified, by ${via}. The owner key, shown here once and never again:`,
    api_key,
    'Store it where secrets are kept, and show it to nobody but the owner. Earlier keys of the domain have stopped working.',
    `Keep the proof published: it is looked for on every crawl. The key opens the owner's part of ${baseUrl}/openapi.json.`,
    `Badge: ${badge.markdown}`,
  ].join('\n');
}
