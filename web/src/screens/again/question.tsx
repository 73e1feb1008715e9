import type { ReactNode } from 'react';

/** One question of the form, with a group of choices. */
export function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="panel question">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

export function Choice({
  name,
  label,
  checked,
  disabled = false,
  onChoose,
}: {
  name: string;
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="flag">
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      {label}
    </label>
  );
}
