import type { BuiltFile } from '../../../src/site/build/built-files.ts';

/** Creates a built file of this text with the tag `"built"`. */
export function fileOfText(text: string, contentType = 'text/html; charset=utf-8', immutable = false): BuiltFile {
  const bytes = new TextEncoder().encode(text);
  return {
    contentType,
    etag: '"built"',
    immutable,
    modifiedMs: Date.parse('2026-11-19T10:00:00.400Z'),
    body: {
      bytes: bytes.length,
      read: async () => bytes,
      async *stream(start, end) {
        yield bytes.subarray(start, end + 1);
      },
    },
  };
}
