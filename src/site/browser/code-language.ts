const LANGUAGES: Readonly<Record<string, string>> = { sh: 'curl', js: 'JavaScript', python: 'Python', json: 'JSON' };

/** Returns the tab label of a code block from its Markdown class. */
export function codeLanguage(block: Element): string {
  const language = /language-(\w+)/.exec(block.querySelector('code')?.className ?? '')?.[1] ?? '';
  return LANGUAGES[language] ?? language;
}
