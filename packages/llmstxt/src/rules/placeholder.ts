import { defineRule } from '../reporting/define-rule.ts';
import { findUses } from '../reporting/find-uses.ts';
import { residueEdits } from '../reporting/residue-edits.ts';
import { shorten } from '../reporting/shorten.ts';
import type { LlmsFile } from '../types/file.ts';
import type { RuleReport } from '../types/rule.ts';

/** Filler text, unfilled names, template variables and chat phrases. */
const LEFTOVERS =
  /lorem\sipsum[\s.,]+(?:dolor|lorem)|\[(?:your|insert|company|site|brand|project)\s(?:company|\w*site|brand|project|product|name|url|domain|description|here)[^\]\n]{0,40}\](?!\()|\bhttps?:\/\/(?:www\.)?(?:your|my)-?(?:domain|\w*site|company)\.(?:com|org|net)\b|path-to-your|(?<!=)\{\{[^{}\n]{1,60}\}\}|\{%[^%\n]{1,80}%\}|<[%?][^%?\n]{1,80}[%?]>|(?<![/=$])\{(?:frontmatter|page|post|doc|site|props|meta|data)\.[\w.]{1,40}\}|\[object\sObject\]|\bas\san\sai\slanguage\smodel,?\si\b|here(?:\sis|'s)\s(?:the|your|an?)\s(?:updated\s|complete\s)?llms\.txt|\bno\sdescription\savailable/gi;
/** Matches MDX, Markdown extensions, unwritten parts, missing values and marks of a merge conflict. */
const RESIDUE =
  /import\s[^'"\n]{1,200}\sfrom\s['"]|export\s(?:const|default)\s.{0,99}[{(;]|:::\s?[a-z]{2,}|[!?]{3}\s[a-z]{2,}|<[A-Z]\w*(?:\s[\w-]+=["{]|\s*$)|(?:TODO|TBD|FIXME)(?=:|\s*$)|(?:undefined|null|NaN)(?=\s*$|\]\((?!\S{0,200}\/(?:undefined|null|NaN)\b))|(?:<{7}|>{7})\s\S/gm;
/** Start of a line, of notes or of a name. */
const BEGINNING = /(?<=(?:^|\]\([^()\n]{0,500}\))[\s>*+:–—-]{0,10}|\[(?=\w+\]\())/my;
const VARIABLE = /\$\{[a-z][\w.]{0,40}\}/g;

/** Matches a route variable in the path of a URL: `[slug]`, `:id`, `{id}`, `<id>` or `*`. */
const ROUTE = /[^/]\/((?:[[{<]|%5B|%7B|%3C)[^/]{1,40}(?:[\]}>]|%[57]D|%3E)|:[a-z]\w*|\*{1,2})(?:\/|$)/i;
/** Matches the end of a shell's here-document. */
const HERE = /(?<=[\r\n]|[a-z.)\]])EO[FTL]\s*$/g;

export const placeholder = defineRule({
  id: 'placeholder',
  title: 'Placeholder text',
  severity: 'warning',
  source: 'convention',
  fix: 'Replace it or delete it.',
  *check(file) {
    yield* checkResidue(file);
    const message = 'This looks like a leftover from a template or a chat.';
    for (const pattern of [LEFTOVERS, VARIABLE]) for (const at of findUses(file.text, pattern)) yield { at, message };
    for (const at of findUses(file.text, RESIDUE)) if (isAtBeginning(file.text, at.start)) yield { at, message };
    for (const { href, span } of file.document.links) {
      const variable = ROUTE.test(href) ? ROUTE.exec(href.split(/[?#]/, 1)[0] ?? '')?.[1] : undefined;
      if (variable === undefined) continue;
      yield { at: span, message: `"${variable}" in the URL stands for a value, so agents cannot open it.` };
    }
    for (const at of findUses(file.text, HERE)) {
      yield { at, message, edits: [{ start: at.start, end: at.end, text: '' }] };
    }
  },
});

/** Reports citations of chats, marks for a table of contents, and references to footnotes. */
function* checkResidue({ text, marks }: LlmsFile): Iterable<RuleReport> {
  const residue = marks.of('residue');
  const hasFootnotes = residue.length > 0 && /^[ >]*\[\^\w+\]:/m.test(text);
  for (const at of residue) {
    yield at.value.startsWith('[^') && hasFootnotes
      ? { at, message: `Agents read ${at.value} as text. Write the footnote here.`, severity: 'info' }
      : { at, message: `${shorten(at.value)} is not text.`, edits: residueEdits(text, at) };
  }
}

function isAtBeginning(text: string, at: number): boolean {
  BEGINNING.lastIndex = at;
  return BEGINNING.test(text);
}
