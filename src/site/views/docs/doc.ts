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

/** Puts the service's own address into the samples of a document. */
export function fillBaseUrl(text: string, baseUrl: string): string {
  return text.replaceAll('%BASE_URL%', baseUrl);
}
