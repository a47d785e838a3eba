import { DirectoryError } from '../../../src/directory/errors.ts';
import type { Check } from './app-env.ts';
import { negotiate } from './negotiate.ts';

/** Chooses the media type of the answer, or rejects with `not_acceptable`. */
export function accept(offers: readonly string[]): Check {
  const varies = offers.length > 1;
  return (c) => {
    c.set('variesByAccept', varies);
    const mediaType = negotiate(c.req.header('accept'), offers);
    if (mediaType === null) {
      throw new DirectoryError('not_acceptable', `This resource is available as ${offers.join(', ')}.`);
    }
    c.set('mediaType', mediaType);
  };
}
