import { DirectoryError } from '../../src/directory/errors.ts';
import type { Check } from './app-env.ts';
import { negotiate } from './negotiate.ts';

/** Chooses the media type of the answer, or rejects with `not_acceptable`. `elsewhere`: further ones that others answer. */
export function accept(offers: readonly [string, ...string[]], elsewhere: readonly string[] = []): Check {
  const varies = offers.length + elsewhere.length > 1;
  return (c) => {
    c.set('variesByAccept', varies);
    const mediaType = negotiate(c.req.header('accept'), offers);
    if (mediaType === null) {
      const all = [...offers, ...elsewhere].join(', ');
      throw new DirectoryError('not_acceptable', `This resource is available as ${all}.`);
    }
    c.set('mediaType', mediaType);
  };
}
