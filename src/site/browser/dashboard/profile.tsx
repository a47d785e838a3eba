import { useRef, useState } from 'preact/hooks';
import { fieldErrors } from '../../content/views/owner/field-errors.ts';
import { type ProfileField, profileChanges, profileText } from '../../content/views/owner/profile-changes.ts';
import { Field } from './field.tsx';
import { focusFirstError } from './focus-first-error.ts';
import type { Shared } from './overview.tsx';
import type { OwnerRecord } from './owner-answers.ts';
import { SaveRow } from './save-row.tsx';
import { useRequest } from './use-request.ts';

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
  const [done, setDone] = useState('');
  const request = useRequest();
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrors(request.refusal?.violations ?? []);
  const save = async (event: Event) => {
    event.preventDefault();
    const changes = profileChanges(record, text);
    if (Object.keys(changes).length === 0) return setDone('The profile has no changes to save.');
    setDone('');
    await request.run(
      () => api.update(changes),
      (saved) => {
        onChange(saved);
        setText(profileText(saved));
        setDone('Profile saved. The public page shows it within a minute.');
      },
    );
    focusFirstError(form.current);
  };
  return (
    <section class="panel" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <form class="fields" onSubmit={save} ref={form} noValidate>
        {BOXES.map(({ name, ...box }) => (
          <Field
            {...box}
            id={`profile-${name}`}
            value={text[name]}
            error={errors.get(name)}
            onInput={(value) => setText({ ...text, [name]: value })}
          />
        ))}
        <SaveRow label="Save profile" request={request} done={done} />
      </form>
    </section>
  );
}
