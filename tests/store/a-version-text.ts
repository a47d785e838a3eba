import { packText } from '../../src/store/packed-text.ts';
import type { VersionText } from '../../src/store/versions.ts';

/** Creates the stored text of a version. */
export function aVersionText(version: number, text: string): VersionText {
  return { version, hash: `hash of ${version}`, bytes: Buffer.byteLength(text), packed: packText(text) };
}
