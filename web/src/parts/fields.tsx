import { Labelled } from './labelled.js';

interface FieldProps<V> {
  id: string;
  label: string;
  note?: string;
  error?: string | undefined;
  value: V;
  onChange: (value: V) => void;
}

/** A single-line text field, or a multi-line one if `rows` is set. */
export function TextField({
  value,
  onChange,
  rows,
  code = false,
  input = {},
  ...labelled
}: FieldProps<string> & {
  rows?: number;
  code?: boolean;
  input?: Pick<
    React.InputHTMLAttributes<HTMLInputElement>,
    'type' | 'required' | 'maxLength' | 'min' | 'max' | 'step' | 'list' | 'placeholder'
  >;
}) {
  const { required, maxLength } = input;
  return (
    <Labelled {...labelled}>
      {(field) =>
        rows === undefined ? (
          <input
            {...field}
            {...input}
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <textarea
            {...field}
            {...(required !== undefined && { required })}
            {...(maxLength !== undefined && { maxLength })}
            rows={rows}
            className={code ? 'code' : undefined}
            spellCheck={!code}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Labelled>
  );
}

/** A choice between named values. */
export function ChoiceField<V extends string>({
  value,
  onChange,
  options,
  ...labelled
}: FieldProps<V> & { options: readonly (readonly [V, string])[] }) {
  return (
    <Labelled {...labelled}>
      {(field) => (
        <select
          {...field}
          value={value}
          onChange={({ target }) => {
            const found = options.find(([name]) => name === target.value);
            if (found !== undefined) onChange(found[0]);
          }}
        >
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A checkbox followed by its label. */
export function FlagField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <div className="form-field">
      <label className="flag">
        <input
          type="checkbox"
          checked={value}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
    </div>
  );
}
