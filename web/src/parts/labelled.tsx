import type { ReactNode } from 'react';

/** A field with a label, a note and an error. The child receives the id and the ARIA attributes for its control. */
export function Labelled({
  id,
  label,
  note,
  error,
  children,
}: {
  id: string;
  label: string;
  note?: string;
  error?: string | undefined;
  children: (props: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}) {
  const described = [
    note === undefined ? '' : `${id}-note`,
    error === undefined ? '' : `${id}-error`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p className="quiet" id={`${id}-note`}>
          {note}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
