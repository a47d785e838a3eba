import { afterAll } from 'vitest';

interface Opened {
  close(): unknown;
}

/** Closes these parts after the tests of a file or `describe`, in this order. */
export function closeAfterAll(...parts: readonly Opened[]): void {
  afterAll(async () => {
    for (const part of parts) await part.close();
  });
}
