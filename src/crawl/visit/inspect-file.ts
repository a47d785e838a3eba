import { createPreview, type LintInput, type LintResult, lint, summarizeReaders } from '#llmstxt';
import { linksToSite } from '../../directory/scoring/borrowed.ts';
import type { FileDigest, Inspection } from '../../directory/visit.ts';
import { linksOf } from '../../search/file-links.ts';
import { searchTextOf } from '../../search/search-text.ts';
import { linksToCheck } from './check-links.ts';

/** A file that a visit has read. */
export interface FileToInspect {
  readonly domain: string;
  readonly input: LintInput;
  /** As in `LintOptions`. */
  readonly maxPerRule?: number;
  /** Whether the reference parsers are simulated, which takes a third of the time of the rules. */
  readonly simulates?: boolean;
}

/** Judges a file with every rule, and keeps of it what visits store and show. */
export function inspectFile({ domain, input, maxPerRule, simulates }: FileToInspect): Inspection {
  const result = lint(input, maxPerRule === undefined ? {} : { maxPerRule });
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
    urls: linksToCheck(document),
  };
}
