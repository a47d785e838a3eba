import { paths } from '../../../../directory/urls.ts';
import { installLinks } from './install-links.ts';
import { SCORING_FACTS } from './scoring-facts.ts';

/** Page of documentation, from a file with front matter and Markdown. */
export interface Doc {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** Name of the document that this page belongs to, or null. */
  readonly partOf: string | null;
  readonly markdown: string;
}

/** Matches a comment for editors of the file. */
const COMMENT_LINE = /^<!--.*-->\n/gm;

/** Parses a documentation file. Throws if title, description or order is missing. */
export function parseDoc(name: string, text: string): Doc {
  const [, front = '', markdown = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(front)?.[1];
  const title = field('title');
  const description = field('description');
  const order = field('order');
  if (!title || !description || !order) throw new Error(`docs/${name}.md lacks title, description or order`);
  return {
    name,
    title,
    description,
    order: Number(order),
    partOf: field('part_of') ?? null,
    markdown: markdown.replaceAll(COMMENT_LINE, '').trim(),
  };
}

/** Matches a placeholder. In a link URL, Markdown rendering encodes the second percent sign. */
const PLACEHOLDER = /%([A-Za-z_]+(?:\.[A-Za-z_-]+)*)%(?:25)?/g;

export interface DocData {
  readonly baseUrl: string;
  /** Domain in the directory, for example requests. Null if the directory is empty. */
  readonly example: string | null;
  /** As in `Service`. */
  readonly repository?: string | undefined;
}

/** Matches an element whose text is shown only if the repository of the software is known. */
const WITH_REPOSITORY = /<div class="with-repository">\n.*?<\/div>\n*/gs;

const UNKNOWN_EXAMPLE = 'example.com';

/** Packages of the examples. A directory of invented sites reads invented packages (data/sample-web/registries.json). */
const PACKAGE = 'pkg:npm/zod';
const INVENTED_PACKAGE = 'pkg:npm/lumendb';

/** Returns a note about the examples of a document if the directory is empty, or else null. */
export function exampleNote(doc: Doc, example: string | null): string | null {
  if (example !== null || !doc.markdown.includes('%EXAMPLE%')) return null;
  return `This directory lists no site yet. Requests that need a listed site return 404 for ${UNKNOWN_EXAMPLE}.`;
}

/**
 * Replaces placeholders in a document with service data and numbers from the code: `%BASE_URL%`, `%EXAMPLE%`, `%PACKAGE%`,
 * `%weights.reach%`, `OWNER/REPOSITORY`. `encode` escapes a value for the format of `text`.
 */
export function fillDoc(
  text: string,
  { baseUrl, example, repository }: DocData,
  encode: (value: string) => string = (value) => value,
): string {
  const facts = new Map([
    ['BASE_URL', baseUrl],
    ['EXAMPLE', example ?? UNKNOWN_EXAMPLE],
    ['PACKAGE', example?.endsWith('.example') ? INVENTED_PACKAGE : PACKAGE],
    ...installLinks(`${baseUrl}${paths.mcp}`),
  ]);
  return fillRepository(text, repository).replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = facts.get(name) ?? SCORING_FACTS.get(name);
    return value === undefined ? placeholder : encode(value);
  });
}

function fillRepository(text: string, repository: string | undefined): string {
  if (repository === undefined) return text.replaceAll(WITH_REPOSITORY, '');
  const name = repository.slice(0, repository.indexOf('@'));
  return text.replaceAll('OWNER/REPOSITORY@COMMIT', repository).replaceAll('OWNER/REPOSITORY', name);
}
