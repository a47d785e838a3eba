import { lint, type PartId, type QualityAssessment, type QualityPart } from '#llmstxt';
import { readFile } from '../../packages/llmstxt/src/parser/read-file.ts';
import { assessQuality } from '../../packages/llmstxt/src/quality/assess-quality.ts';
import { outlineOf } from '../../packages/llmstxt/src/quality/outline.ts';
import { collectPages, type Page } from '../../packages/llmstxt/src/quality/pages.ts';
import type { LinkCheck } from '../../packages/llmstxt/src/types/facts.ts';
import type { LlmsFile } from '../../packages/llmstxt/src/types/file.ts';

const URL_OF_FILE = 'https://example.com/llms.txt';

export function assess(text: string, linkChecks: readonly LinkCheck[] = []): QualityAssessment {
  const { findings } = lint({ body: text, url: URL_OF_FILE, linkChecks }, { assessQuality: false });
  return assessQuality(readFile(text, { url: URL_OF_FILE }), findings, linkChecks);
}

export function toPart(text: string, id: PartId, linkChecks: readonly LinkCheck[] = []): QualityPart {
  const part = assess(text, linkChecks).parts.find((one) => one.id === id);
  if (part === undefined) throw new Error(`no part ${id}`);
  return part;
}

export function listPages(text: string): readonly Page[] {
  return listFilePages(readFile(text, { url: URL_OF_FILE }));
}

export function listFilePages(file: LlmsFile): readonly Page[] {
  return collectPages(outlineOf(file), file.text.length);
}

/** Creates a file with this number of pages, with unique names and the notes of `notes`. */
export function toFile(pages: number, notes: (page: number) => string = () => ''): string {
  const items = Array.from(
    { length: pages },
    (_, page) => `- [${wordsFor(page, 1)}](https://example.com/${page})${notes(page)}`,
  );
  return `# Example\n\n## Pages\n\n${items.join('\n')}\n`;
}

const LETTERS = 'bcdfghjklmnpqrtvwxz';
const LETTERS_OF_A_WORD = 5;

/** Returns words unique to this number. The first word is the page name. */
export function wordsFor(number: number, count: number): string {
  return Array.from({ length: count }, (_, index) => toWord(number * 1_000 + index)).join(' ');
}

function toWord(number: number): string {
  return Array.from(
    { length: LETTERS_OF_A_WORD },
    (_, at) => LETTERS[Math.floor(number / LETTERS.length ** at) % LETTERS.length],
  ).join('');
}
