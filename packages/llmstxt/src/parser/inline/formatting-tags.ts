/** HTML tags used in Markdown. Other tags are probably placeholders such as `<id>`. */
const FORMATTING_TAGS = new Set(
  'a abbr b big br center cite code del div em figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s small span strike strong sub summary details sup table tbody td th thead tr tt u ul var wbr'.split(
    ' ',
  ),
);

/** Reports whether a tag formats text. `<details on our plans>` is a remark. */
export function isFormattingTag(tag: string): boolean {
  if (/\s/.test(tag) && !/[=/]|\s>$/.test(tag)) return false;
  const name = /^<\/?([a-z][a-z0-9]{0,9})[\s/>]/i.exec(tag.slice(0, 14))?.[1]?.toLowerCase();
  return name !== undefined && FORMATTING_TAGS.has(name);
}
