/** The profile of a site as its owner edits it: text in boxes. */
export interface ProfileText {
  readonly description: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly contact: string;
  /** One URL on each line. */
  readonly nested_llms_txt: string;
}
export type ProfileField = keyof ProfileText;

/** As much of the record of a site as its owner can edit. */
export interface EditableRecord {
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly contact: string | null;
  readonly nested_llms_txt: readonly string[];
}

export function profileText({ description, tags, contact, nested_llms_txt }: EditableRecord): ProfileText {
  return {
    description: description ?? '',
    tags: tags.join(', '),
    contact: contact ?? '',
    nested_llms_txt: nested_llms_txt.join('\n'),
  };
}

/** The members of a PATCH that turn `before` into what stands in the boxes: those that differ, and no other. */
export function profileChanges(before: EditableRecord, text: ProfileText): Partial<EditableRecord> {
  const after: EditableRecord = {
    description: text.description.trim() || null,
    tags: split(text.tags, ','),
    contact: text.contact.trim() || null,
    nested_llms_txt: split(text.nested_llms_txt, /\s+/),
  };
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Object(before)[name])),
  );
}

function split(text: string, by: string | RegExp): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
