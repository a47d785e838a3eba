import type { Service } from './service.ts';

/** A page of documentation as its file says it: front matter, then Markdown. */
export interface Doc {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly order: number;
  readonly markdown: string;
}

/** Reads a documentation file of ours. Throws when it lacks its title, description or order. */
export function readDoc(name: string, text: string): Doc {
  const [, front = '', markdown = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(front)?.[1];
  const title = field('title');
  const description = field('description');
  const order = field('order');
  if (!title || !description || !order) throw new Error(`docs/${name}.md lacks title, description or order`);
  return { name, title, description, order: Number(order), markdown: markdown.trim() };
}

/** Puts the service's own address into a text of ours. */
export function fillIn(text: string, service: Service): string {
  return text.replaceAll('%BASE_URL%', service.baseUrl);
}

export function renderDocMarkdown(doc: Doc, service: Service): string {
  const body = fillIn(doc.markdown, service).replaceAll('](/', `](${service.baseUrl}/`);
  return `# ${doc.title}\n\n> ${doc.description}\n\n${body}\n`;
}

export function renderDocsIndexMarkdown(docs: readonly Doc[], service: Service): string {
  const items = docs.map(
    ({ name, title, description }) => `- [${title}](${service.baseUrl}/docs/${name}.md): ${description}`,
  );
  return `# Documentation\n\n${items.join('\n')}\n`;
}
