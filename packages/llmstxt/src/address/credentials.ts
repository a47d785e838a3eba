/** The name `git` is public. The limit of the scheme keeps the time linear. */
const CREDENTIALS = /((?:\b[\w+]{2,20}:|(?<![\w:/]))\/\/)(?!git@)[^\s/?#@<>"'`()]{1,200}@/gi;

/** Reports whether a written URL contains a user name or password. */
export function hasCredentials(href: string): boolean {
  return href.includes('@') && href.trim().search(CREDENTIALS) === 0;
}

/** Replaces user names and passwords of URLs in a text. */
export function hideCredentials(text: string): string {
  return text.includes('@') ? text.replace(CREDENTIALS, '$1***@') : text;
}
