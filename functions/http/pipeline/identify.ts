import { randomUUID } from 'node:crypto';
import type { Step } from './app-env.ts';
import { type ClientRules, createIdentifyClient } from './identify-client.ts';

/** Gives the request an id and identifies its client. */
export function identify(rules: ClientRules): Step {
  const identifyClient = createIdentifyClient(rules);
  return (c, next) => {
    c.set('requestId', randomUUID());
    c.set('client', identifyClient(c.env.remoteAddress, c.req.raw));
    return next();
  };
}
