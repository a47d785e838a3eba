import { randomBytes } from 'node:crypto';

/** Returns request fields of a client in a separate network, because each client has quotas. */
export const newClient = () => ({
  'x-forwarded-for': `2001:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
});
