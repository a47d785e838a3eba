import type { PublicFacts } from '../../../../directory/state.ts';

/** Editable profile of a site, as text in boxes. */
export interface ProfileText {
  readonly description: string;
  readonly tags: string;
  readonly contact: string;
  readonly nested_llms_txt: string;
}
export type ProfileField = keyof ProfileText;

export type EditableRecord = Pick<PublicFacts, ProfileField>;

export function profileText({ description, tags, contact, nested_llms_txt }: EditableRecord): ProfileText {
  return {
    description: description ?? '',
    tags: tags.join(', '),
    contact: contact ?? '',
    nested_llms_txt: nested_llms_txt.join('\n'),
  };
}

/** Returns the PATCH members that differ between `before` and the boxes. */
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
