import { createPreview, findGenerator, type LintInput, type LintResult, lint, summarizeReaders } from '#llmstxt';
import { linksToSite } from '../../directory/scoring/borrowed.ts';
import type { FileDigest, Inspection } from '../../directory/visit.ts';
import { listLinks } from '../../search/file-links.ts';
import { toSearchText } from '../../search/search-text.ts';
import { type LinksToCheck, linksToCheck } from './links-to-check.ts';

export interface FileToInspect {
  readonly domain: string;
  readonly input: LintInput;
  /** See `LintOptions`. */
  readonly maxPerRule?: number;
  /** See `LintOptions`. */
  readonly assessQuality?: boolean;
  /** True to simulate the reference parsers, which takes a third of the time that the rules take. */
  readonly simulates?: boolean;
}

/** File of a visit that read nothing else of the site. */
export interface FileToLookAt extends FileToInspect {
  /** Number in [0, 1) that selects the links to check. */
  readonly chance: number;
}

/** Result of judging a file alone. A valid file is inspected again later, with data of its site. */
export type FirstLook =
  | { readonly links: LinksToCheck; readonly inspection: null }
  | { readonly links: null; readonly inspection: Inspection };

/** Judges a file alone. Returns the links of a valid file, or the findings of an invalid one. */
export function lookAtFile(file: FileToLookAt): FirstLook {
  const result = lintFile({ ...file, assessQuality: false });
  if (!result.valid) {
    // Keep no quality, because only an llms.txt has a quality.
    return { links: null, inspection: keepInspection(file, result.kind === 'llms' ? lintFile(file) : result) };
  }
  return { links: linksToCheck(result.document?.links ?? [], file), inspection: null };
}

/** Judges a file with every rule and returns the data that visits store and show. */
export function inspectFile(file: FileToInspect): Inspection {
  return keepInspection(file, lintFile(file));
}

function lintFile({ input, maxPerRule, assessQuality }: FileToInspect): LintResult {
  return lint(input, {
    ...(maxPerRule !== undefined && { maxPerRule }),
    ...(assessQuality !== undefined && { assessQuality }),
  });
}

function keepInspection({ domain, simulates }: FileToInspect, result: LintResult): Inspection {
  const { document, text } = result;
  const readers = simulates && document !== null && text !== null ? summarizeReaders(text) : [];
  return { ...digestInspection(domain, result), readers };
}

/**
 * Reduces an inspection to the data to store. Leaves out the document, because it has ten times the size of the file and is slow
 * to pass between threads.
 */
export function digestInspection(domain: string, result: LintResult): Inspection {
  const { document, text } = result;
  return { ...result, document: document && toDigest(domain, text ?? '', document), readers: [] };
}

function toDigest(domain: string, text: string, document: NonNullable<LintResult['document']>): FileDigest {
  const { title, summary, details, bytes, sections, links } = document;
  return {
    title,
    summary,
    details,
    bytes,
    sections: sections.filter(({ level }) => level === 2).length,
    links: links.length,
    generator: findGenerator(text),
    linksToSite: linksToSite(domain, document),
    preview: createPreview(document),
    searchText: toSearchText(text, document),
    foundLinks: listLinks(document),
  };
}
