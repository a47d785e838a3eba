import { SCORING_FACTS } from './scoring-facts.ts';

/** A page of documentation, read from a file of front matter and Markdown. */
export interface Doc {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  readonly markdown: string;
}

/** Parses a documentation file of ours. Throws when it lacks its title, description or order. */
export function parseDoc(name: string, text: string): Doc {
  const [, front = '', markdown = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(front)?.[1];
  const title = field('title');
  const description = field('description');
  const order = field('order');
  if (!title || !description || !order) throw new Error(`docs/${name}.md lacks title, description or order`);
  return { name, title, description, order: Number(order), markdown: markdown.trim() };
}

const PLACEHOLDER = /%([A-Za-z_]+(?:\.[A-Za-z_-]+)*)%/g;

/**
 * Puts the service's own address, and numbers that the code holds, into a document: `%BASE_URL%`, `%weights.reach%`.
 * `encode` makes a value safe in the format of `text`.
 */
export function fillDoc(text: string, baseUrl: string, encode: (value: string) => string = (value) => value): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = name === 'BASE_URL' ? baseUrl : SCORING_FACTS.get(name);
    return value === undefined ? placeholder : encode(value);
  });
}
