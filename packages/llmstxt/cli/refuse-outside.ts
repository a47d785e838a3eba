import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { formatReason, InputError } from './input.ts';

/** Rejects with an `InputError` if a path, after its symbolic links, is not below the folder. */
export async function refuseOutside(path: string, folder: string): Promise<void> {
  const [target, root] = await Promise.all([path, folder].map((one) => realpath(one))).catch((error: unknown) => {
    throw new InputError(`${path}: ${formatReason(error)}`);
  });
  const way = relative(root ?? '', target ?? '');
  if (way === '..' || way.startsWith(`..${sep}`)) throw new InputError(`${path}: is outside ${folder}`);
}
