import { walkTags } from './walk-tags.ts';

/** Longest text read. Different pages differ within these characters. */
const MAX_CHARS = 20_000;

/**
 * Returns the start of the text that an HTML page shows without scripts, with single spaces. Leaves the title out.
 */
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
