import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, EnvError, isLoopback, requireTrustedProxy } from '../../runtime/env.ts';
import { type Finding, fault, good } from './finding.ts';

/** Permission bits of the group and of others. */
const OTHERS = 0o077;

/** Checks that all programs start with the settings, and that the settings are plausible. */
export function checkSettings(env: Env): Finding[] {
  const faults: Finding[] = [];
  const add = (says: string, remedy: string) => faults.push(fault('settings', says, remedy));
  try {
    requireTrustedProxy(env);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    add(error.message, 'Set TRUSTED_PROXY in .env, and restart the server.');
  }
  if (!isLoopback(env.BASE_URL) && !env.BASE_URL.startsWith('https:')) {
    add(`BASE_URL: ${env.BASE_URL} is not encrypted`, 'Give the address a certificate (Caddy does), and set https.');
  }
  return faults.length > 0 ? faults : [good('settings', `${env.SERVICE_NAME} at ${env.BASE_URL}`)];
}

/** Checks the type of secrets, and that other users of this machine cannot read them. */
export async function checkSecrets({
  SUPABASE_URL,
  SUPABASE_SECRET_KEY,
  SERVER_SECRET,
  DATA_DIR,
}: Env): Promise<Finding[]> {
  const faults: Finding[] = [];
  const add = (says: string, remedy: string) => faults.push(fault('secrets', says, remedy));
  if (SUPABASE_SECRET_KEY?.startsWith('sb_publishable_')) {
    add(
      'SUPABASE_SECRET_KEY is the publishable key',
      'Copy the key that starts with sb_secret_ from API keys in the dashboard.',
    );
  }
  if (SUPABASE_URL !== undefined && SERVER_SECRET === undefined) {
    add(
      'SERVER_SECRET is missing, and a server on Supabase needs it',
      'Set it to the output of: openssl rand -base64 48',
    );
  }
  for (const file of ['.env', join(DATA_DIR, 'server-secret')]) {
    const facts = await stat(file).catch(() => null);
    if (facts !== null && (facts.mode & OTHERS) !== 0) add(`${file} can be read by others`, `Run: chmod 600 ${file}`);
  }
  return faults.length > 0 ? faults : [good('secrets', 'are set, and their files are readable by their owner only')];
}
