import { useState } from 'preact/hooks';
import { type ProfileField, profileChanges, profileText } from '../../content/views/owner/profile-changes.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import type { Shared } from './overview.tsx';
import type { OwnerRecord } from './owner-answers.ts';
import { useForm } from './use-form.ts';

interface Props extends Shared {
  readonly record: OwnerRecord;
}

const BOXES: readonly {
  readonly name: ProfileField;
  readonly label: string;
  readonly hint: string;
  readonly rows?: number;
}[] = [
  { name: 'description', label: 'Description', hint: 'Description of the site, in at most 500 characters.', rows: 3 },
  { name: 'tags', label: 'Tags', hint: 'At most 10, separated by commas.' },
  { name: 'contact', label: 'Contact', hint: 'Shown on the public page. At most 200 characters.' },
  {
    name: 'nested_llms_txt',
    label: 'Nested llms.txt files',
    hint: 'One https URL on each line, on your own domain; at most 20.',
    rows: 3,
  },
];

export function Profile({ record, api, onChange }: Props) {
  const [text, setText] = useState(() => profileText(record));
  const form = useForm(api);
  const save = () => {
    void form.save(profileChanges(record, text), 'The profile has no changes to save.', (saved) => {
      onChange(saved);
      setText(profileText(saved));
      return 'Profile saved. The public page shows it within a minute.';
    });
  };
  return (
    <section class="panel" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Form state={form} label="Save profile" onSave={save}>
        {BOXES.map(({ name, ...box }) => (
          <Field
            {...box}
            id={`profile-${name}`}
            value={text[name]}
            error={form.errors.get(name)}
            onInput={(value) => setText({ ...text, [name]: value })}
          />
        ))}
      </Form>
    </section>
  );
}
