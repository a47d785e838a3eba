import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { findCode } from '../directory/find-code.ts';
import { type Env, EnvError } from './env.ts';
import { makeFolder } from './make-folder.ts';

/** Creates the data folder if it is missing. Rejects with an `EnvError` if the folder cannot be written. */
export async function requireDataDir({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): Promise<void> {
  try {
    await makeFolder(DATA_DIR, 0o700);
    await access(DATA_DIR, constants.W_OK);
  } catch (error) {
    throw new EnvError(`DATA_DIR: ${DATA_DIR} is not a folder that can be written (${findCode(error)})`, {
      cause: error,
    });
  }
}
