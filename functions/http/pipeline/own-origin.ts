import { isLoopback } from '../../../src/runtime/env.ts';

/** Reports whether the text is the origin of this service. All loopback names count as this server. */
export function isOwnOrigin(text: string, own: URL): boolean {
  const origin = URL.parse(text);
  // Refuse text after the host.
  if (!origin || origin.href !== `${origin.origin}/`) return false;
  if (origin.origin === own.origin) return true;
  return (
    isLoopback(own.origin) && isLoopback(origin.origin) && origin.port === own.port && origin.protocol === own.protocol
  );
}
