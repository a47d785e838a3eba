import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { describe } from 'vitest';
import { describeRecords } from '../store/describe-contract.ts';
import { describeSearch } from '../store/describe-search.ts';
import { useEmptyStore } from '../store/use-test-store.ts';
import { openTestStoreOn } from './stack-test-store.ts';

const wantsImages = process.env['SUPABASE_IMAGES'] === 'true';
if (!wantsImages) console.log("skipped: Supabase's own images need Docker and SUPABASE_IMAGES=true");

const supabase = (...args: readonly string[]) =>
  execFileSync('npx', ['--yes', 'supabase@2.117.0', ...args], { encoding: 'utf8' });

/** Starts the versions of PostgreSQL and PostgREST that the Supabase CLI names, with our migrations. */
async function startImages() {
  supabase('start', '--exclude', 'studio,storage-api,imgproxy,realtime,edge-runtime,logflare,vector,mailpit');
  const status = Object.fromEntries(
    [...supabase('status', '--output', 'env').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const get = (...names: readonly string[]) => {
    const name = names.find((one) => status[one] !== undefined);
    if (name === undefined) throw new Error(`supabase status has no ${names.join(' or ')}`);
    return status[name] ?? '';
  };
  return {
    url: get('API_URL'),
    secretKey: get('SECRET_KEY', 'SERVICE_ROLE_KEY'),
    publishableKey: get('PUBLISHABLE_KEY', 'ANON_KEY'),
    connect: async () => {
      const client = new pg.Client({ connectionString: get('DB_URL') });
      await client.connect();
      return client;
    },
    close: async () => void supabase('stop', '--no-backup'),
  };
}

describe.runIf(wantsImages)('the store on Supabase’s images', () => {
  const open = async () => openTestStoreOn(await startImages());
  describe('records', () => describeRecords(open));
  describe('search', () => describeSearch(useEmptyStore(open)));
});
