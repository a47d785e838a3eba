import { isLoopback } from '../../src/runtime/env.ts';

/** Reports whether the text is the origin of this service. On this machine every loopback name is the same server. */
export function isOwnOrigin(text: string, own: URL): boolean {
  const origin = URL.parse(text);
  // Refuse more than an origin, because a text after the host would mislead.
  if (!origin || origin.href !== `${origin.origin}/`) return false;
  if (origin.origin === own.origin) return true;
  return (
    isLoopback(own.origin) && isLoopback(origin.origin) && origin.port === own.port && origin.protocol === own.protocol
  );
}
