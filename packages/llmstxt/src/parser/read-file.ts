import type { LlmsFile } from '../types/file.ts';
import { readBlocks } from './blocks/read-blocks.ts';
import { collectDefinitions } from './document/collect-definitions.ts';
import { DocumentBuilder } from './document/document-builder.ts';
import { markdownStart } from './document/front-matter.ts';
import { Marks } from './document/marks.ts';
import { createUrlResolver } from './document/resolve-url.ts';
import { countBytes } from './text-size.ts';

export interface ReadOptions {
  /** URL of the file. Without this URL, relative links have `url: null`. */
  readonly url?: string | undefined;
  /** Size of the undecoded body. Computed from the text if absent. */
  readonly bytes?: number | undefined;
  /** Most marks kept per kind. The default suffices for a report, but repairs need all. */
  readonly maxMarks?: number | undefined;
}

export function readFile(text: string, options: ReadOptions = {}): LlmsFile {
  const url = options.url ?? null;
  const marks = new Marks(options.maxMarks);
  const definitions = text.includes(']:') ? collectDefinitions(text, marks) : new Map<string, string>();
  const builder = new DocumentBuilder({ text, definitions, marks, resolve: createUrlResolver(url) });
  const { at, line, frontMatter } = markdownStart(text);
  if (frontMatter !== null) builder.frontMatter(frontMatter, at);
  readBlocks(text, at, line, builder);
  return builder.finish(url, options.bytes ?? countBytes(text));
}
