import type { FormField } from '../../../src/base/forms/form-field.js';
import { type FieldTexts, TICKED } from '../../../src/base/forms/form-answer.js';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';

/** Limits for showing options as radio buttons instead of a menu: their number, and the length of each text. */
const MOST_BUTTONS = 4;
const LONGEST_BUTTON = 20;

interface AnswerProps {
  field: FormField;
  texts: FieldTexts;
  /** Error messages by the pointer of their field. */
  errors: ReadonlyMap<string, string>;
  onChange: (pointer: string, text: string | null) => void;
}

/** Fields of the form of an approval, the same as on the page of an approval link. */
export function AnswerFields(props: AnswerProps) {
  const { field, errors } = props;
  if (field.kind !== 'group') return <AnswerField {...props} />;
  const inner = (
    <>
      <Notes field={field} error={errors.get(field.pointer)} />
      {field.fields.map((one) => (
        <AnswerFields key={one.pointer} {...props} field={one} />
      ))}
    </>
  );
  if (field.title === '') return inner;
  return (
    <fieldset className="form-group">
      <legend>{visibleText(field.title)}</legend>
      {inner}
    </fieldset>
  );
}

function AnswerField({ field, texts: held, errors, onChange }: AnswerProps) {
  const { pointer, title, required } = field;
  const error = errors.get(pointer);
  const text = held.get(pointer) ?? '';
  const described = [
    field.description === null ? '' : `${pointer}-note`,
    error === undefined ? '' : `${pointer}-error`,
  ].filter(Boolean);
  const common = {
    id: pointer,
    name: pointer,
    'aria-describedby': described.join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
  if (field.kind === 'flag')
    return (
      <div className="form-field">
        <label className="flag">
          <input
            {...common}
            type="checkbox"
            checked={text === TICKED}
            onChange={({ target }) => onChange(pointer, target.checked ? TICKED : null)}
          />
          {visibleText(title || texts.yes)}
        </label>
        <Notes field={field} error={error} />
      </div>
    );
  const heading = visibleText(title || texts.answer);
  const mark = required ? ' *' : <span className="quiet"> {texts.optional}</span>;
  if (field.kind === 'choice' && areButtons(field.options))
    return (
      <fieldset className="form-field choice" aria-describedby={common['aria-describedby']}>
        <legend>
          {heading}
          {mark}
        </legend>
        <div className="segments">
          {field.options.map((option, index) => (
            <label key={index}>
              <input
                type="radio"
                name={pointer}
                checked={text === String(index)}
                onChange={() => onChange(pointer, String(index))}
              />
              <span>{optionText(option)}</span>
            </label>
          ))}
        </div>
        <Notes field={field} error={error} />
      </fieldset>
    );
  return (
    <div className="form-field">
      <label htmlFor={pointer}>
        {heading}
        {mark}
      </label>
      <Control field={field} text={text} common={common} onChange={onChange} />
      <Notes field={field} error={error} />
    </div>
  );
}

function Control({
  field,
  text,
  common,
  onChange,
}: {
  field: FormField;
  text: string;
  common: { id: string; name: string };
  onChange: AnswerProps['onChange'];
}) {
  const { pointer, schema, required } = field;
  const set = ({ target }: { target: { value: string } }): void => onChange(pointer, target.value);
  if (field.kind === 'choice')
    return (
      <select {...common} required={required} value={text} onChange={set}>
        <option value="" />
        {field.options.map((option, index) => (
          <option key={index} value={index}>
            {optionText(option)}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'number')
    return (
      <input
        {...common}
        type="number"
        inputMode={field.whole ? 'numeric' : 'decimal'}
        step={field.whole ? 1 : 'any'}
        min={toNumberOrUndefined(schema['minimum'])}
        max={toNumberOrUndefined(schema['maximum'])}
        required={required}
        value={text}
        onChange={set}
      />
    );
  // `required` is left out, since the browser would refuse an empty text that the form accepts.
  const lengths = {
    minLength: toNumberOrUndefined(schema['minLength']),
    maxLength: toNumberOrUndefined(schema['maxLength']),
  };
  if (field.kind === 'text' && field.input !== 'lines')
    return <input {...common} {...lengths} type={field.input} value={text} onChange={set} />;
  const isJson = field.kind !== 'text';
  return (
    <>
      <textarea
        {...common}
        {...(isJson ? { className: 'code', spellCheck: false, required } : lengths)}
        rows={5}
        value={text}
        onChange={set}
      />
      {isJson && <p className="quiet">{texts.asJson}</p>}
    </>
  );
}

function Notes({ field, error }: { field: FormField; error: string | undefined }) {
  const { pointer, description } = field;
  return (
    <>
      {description !== null && (
        <p className="quiet" id={`${pointer}-note`}>
          {visibleText(description)}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${pointer}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

function areButtons(options: readonly unknown[]): boolean {
  return (
    options.length <= MOST_BUTTONS &&
    options.every((option) => optionText(option).length <= LONGEST_BUTTON)
  );
}

function optionText(option: unknown): string {
  return typeof option === 'string' ? visibleText(option) : JSON.stringify(option);
}

function toNumberOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
