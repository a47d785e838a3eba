const LANGUAGES: Readonly<Record<string, string>> = { sh: 'curl', js: 'JavaScript', python: 'Python', json: 'JSON' };

/** What the tab of a block of code is called, by the class that Markdown gives it. */
export function codeLanguage(block: Element): string {
  const language = /language-(\w+)/.exec(block.querySelector('code')?.className ?? '')?.[1] ?? '';
  return LANGUAGES[language] ?? language;
}
