import { walkTags } from './walk-tags.ts';

/** Two pages that differ, differ within so many characters. */
const MAX_CHARS = 20_000;

/** Returns the beginning of the text that an HTML page shows without scripts, with single spaces. The title is no part of it. */
export function visibleText(html: string): string {
  let text = '';
  let inTitle = false;
  walkTags(html, {
    start(name) {
      if (name === 'title') inTitle = true;
      else text += ' ';
    },
    end(name) {
      if (name === 'title') inTitle = false;
      else text += ' ';
    },
    text(part) {
      if (!inTitle && text.length < MAX_CHARS) text += part;
    },
  });
  return text.replace(/\s+/g, ' ').trim();
}
