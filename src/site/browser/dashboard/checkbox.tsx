interface Props {
  readonly isChecked: boolean;
  readonly label: string;
  onChange(isChecked: boolean): void;
}

export function Checkbox({ isChecked, label, onChange }: Props) {
  return (
    <label>
      <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}
