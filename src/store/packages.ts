import { z } from 'zod';
import { type PackageLink, packageLinkSchema } from '../directory/package-resolution.ts';
import type { Call, Clock } from './client.ts';

export interface KeptPackage {
  /** Package URL of the package. */
  readonly name: string;
  /** Links of the package. Null if the registry does not have the package. */
  readonly links: readonly PackageLink[] | null;
}

const keptSchema = z.array(z.object({ name: z.string(), links: z.array(packageLinkSchema).nullable() }));

export function createPackageStore(read: Call, call: Call, clock: Clock) {
  return {
    /** Returns the cached answers for up to 100 names. */
    findPackages: (names: readonly string[]) => read('find_packages', { names, ...clock() }, keptSchema),
    keepPackage: async ({ name, links }: KeptPackage, keepS: number) => {
      await call('keep_package', { name, links, keep_s: keepS, ...clock() }, z.literal(true));
    },
  };
}
