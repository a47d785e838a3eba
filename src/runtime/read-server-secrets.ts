import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { type Env, EnvError } from './env.ts';
import { requireDataDir } from './require-data-dir.ts';

/** Random bytes of a generated secret: 256 bits, the strength of the HMAC. */
const SECRET_BYTES = 32;
/** Fewest characters of a configured secret. */
const MIN_CHARACTERS = 32;

type Settings = Pick<Env, 'SERVER_SECRET' | 'SERVER_SECRET_PREVIOUS' | 'SUPABASE_URL' | 'DATA_DIR'>;

/**
 * Reads the server's secrets: the configured or generated secret, then the previous secret of the settings. Only the owner can
 * read the generated file. Rejects if a secret is too short, because keys and claims could be guessed.
 */
export async function readServerSecrets(settings: Settings): Promise<ServerSecrets> {
  const current = await readCurrent(settings);
  const { SERVER_SECRET_PREVIOUS: previous } = settings;
  return previous === undefined || previous === current ? [current] : [current, previous];
}

async function readCurrent({ SERVER_SECRET, SUPABASE_URL, DATA_DIR }: Settings): Promise<string> {
  if (SERVER_SECRET) return SERVER_SECRET;
  // Require a setting, because all servers of a hosted database must share the secret of its keys.
  if (SUPABASE_URL) throw new EnvError('SERVER_SECRET: needed by this command when SUPABASE_URL is set');
  const path = join(DATA_DIR, 'server-secret');
  await requireDataDir({ DATA_DIR });
  const secret = (await readIfThere(path)) ?? (await createSecret(path));
  if (secret.length < MIN_CHARACTERS) {
    throw new Error(
      `${path} has no secret of ${MIN_CHARACTERS} characters: restore it, or remove it to make a new one`,
    );
  }
  return secret;
}

/** Creates the file of a secret atomically, so that two processes that start together read an equal secret. */
async function createSecret(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(SECRET_BYTES).toString('base64url'));
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
