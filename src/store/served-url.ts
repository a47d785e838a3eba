import { z } from 'zod';
import type { Call } from './client.ts';

export interface ServedUrlStore {
  /** Returns the BASE_URL of the last server, or null. */
  getServedUrl(): Promise<string | null>;
  setServedUrl(url: string): Promise<void>;
  /** Returns the version of the last applied migration. */
  getSchemaVersion(): Promise<string | null>;
}

export function createServedUrlStore(call: Call): ServedUrlStore {
  return {
    getServedUrl: () => call('get_served_url', {}, z.string().nullable()),
    setServedUrl: async (url) => {
      await call('set_served_url', { url }, z.string());
    },
    getSchemaVersion: () => call('get_schema_version', {}, z.string().nullable()),
  };
}
