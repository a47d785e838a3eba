import { z } from 'zod';
import type { Call } from './client.ts';

export function createServedUrlStore(call: Call) {
  return {
    /** Returns the BASE_URL of the last server, or null. */
    getServedUrl: () => call('get_served_url', {}, z.string().nullable()),
    setServedUrl: async (url: string) => {
      await call('set_served_url', { url }, z.string());
    },
    /** Returns the version of the last applied migration. */
    getSchemaVersion: () => call('get_schema_version', {}, z.string().nullable()),
  };
}
