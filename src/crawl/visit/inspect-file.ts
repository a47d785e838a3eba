import { createPreview, type LintInput, type LintResult, lint, summarizeReaders } from '#llmstxt';
import { linksToSite } from '../../directory/scoring/borrowed.ts';
import type { FileDigest, Inspection } from '../../directory/visit.ts';
import { linksOf } from '../../search/file-links.ts';
import { searchTextOf } from '../../search/search-text.ts';
import { type LinksToCheck, linksToCheck } from './links-to-check.ts';

/** A file that a visit has read. */
export interface FileToInspect {
  readonly domain: string;
  readonly input: LintInput;
  /** As in `LintOptions`. */
  readonly maxPerRule?: number;
  /** Whether the reference parsers are simulated, which takes a third of the time of the rules. */
  readonly simulates?: boolean;
}

/** A file that a visit has found, and of whose site it has seen nothing else. */
export interface FileToLookAt extends FileToInspect {
  /** Number in [0, 1) that chooses the links to check. */
  readonly chance: number;
}

/** What a file alone shows. A valid file is inspected later, with what its site shows. */
export type FirstLook =
  | { readonly links: LinksToCheck; readonly inspection: null }
  | { readonly links: null; readonly inspection: Inspection };

/** Judges a file alone: finds the links of a valid file, and what is wrong with another. */
export function lookAtFile(file: FileToLookAt): FirstLook {
  const result = lintFile(file);
  if (!result.valid) return { links: null, inspection: keepInspection(file, result) };
  return { links: linksToCheck(result.document?.links ?? [], file), inspection: null };
}

/** Judges a file with every rule, and keeps of it what visits store and show. */
export function inspectFile(file: FileToInspect): Inspection {
  return keepInspection(file, lintFile(file));
}

function lintFile({ input, maxPerRule }: FileToInspect): LintResult {
  return lint(input, maxPerRule === undefined ? {} : { maxPerRule });
}

function keepInspection({ domain, simulates }: FileToInspect, result: LintResult): Inspection {
  const { document, text } = result;
  const readers = simulates && document !== null && text !== null ? summarizeReaders(text) : [];
  return { ...digestInspection(domain, result), readers };
}

/** Without the document, which takes ten times the memory of the file, and far longer than the file to pass between threads. */
export function digestInspection(domain: string, result: LintResult): Inspection {
  const { document, text } = result;
  return { ...result, document: document && digestOf(domain, text ?? '', document), readers: [] };
}

function digestOf(domain: string, text: string, document: NonNullable<LintResult['document']>): FileDigest {
  const { title, summary, details, bytes, sections, links } = document;
  return {
    title,
    summary,
    details,
    bytes,
    sections: sections.filter(({ level }) => level === 2).length,
    links: links.length,
    linksToSite: linksToSite(domain, document),
    preview: createPreview(document),
    searchText: searchTextOf(text, document),
    foundLinks: linksOf(document),
  };
}
