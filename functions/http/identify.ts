import { randomUUID } from 'node:crypto';
import type { Step } from './app-env.ts';
import { clientAddress, clientNetwork } from './client-network.ts';

/** Gives the request an id and finds out which network it comes from. */
export function identify(trustedProxy: boolean): Step {
  return (c, next) => {
    const forwardedFor = trustedProxy ? (c.req.header('x-forwarded-for') ?? null) : null;
    c.set('requestId', randomUUID());
    c.set('network', clientNetwork(clientAddress(c.env.remoteAddress, forwardedFor, trustedProxy)));
    return next();
  };
}
