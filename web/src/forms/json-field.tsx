import { errorId, type FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { jsonText } from '../parts/json.js';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';

/** JSON text for a value that no other field can show. */
export function JsonField(props: FieldProps) {
  const { fieldPathId, formData, onChange, required, rawErrors, disabled, schema, name } = props;
  const [text, setText] = useState(formData === undefined ? '' : jsonText(formData));
  const [issue, setIssue] = useState<string | null>(null);
  const id = fieldPathId.$id;
  const change = (next: string): void => {
    setText(next);
    try {
      const value: unknown = next.trim() === '' ? undefined : JSON.parse(next);
      setIssue(null);
      onChange(value, fieldPathId.path);
    } catch (error) {
      setIssue(texts.notJson(error instanceof Error ? error.message : String(error)));
      // Invalid JSON is passed on as a string for the server to refuse; otherwise the previous value would be sent.
      onChange(next, fieldPathId.path);
    }
  };
  return (
    <>
      <label htmlFor={id}>
        {visibleText(schema.title ?? name) + (required === true ? ' *' : '')}
      </label>
      {schema.description !== undefined && (
        <p className="quiet">{visibleText(schema.description)}</p>
      )}
      <textarea
        id={id}
        className="code"
        rows={4}
        spellCheck={false}
        required={required}
        disabled={disabled}
        value={text}
        aria-invalid={(rawErrors?.length ?? 0) > 0 || issue !== null || undefined}
        aria-describedby={errorId(fieldPathId)}
        onChange={({ target }) => change(target.value)}
      />
      <p className="quiet">{texts.asJson}</p>
      {issue !== null && <p className="field-error">{issue}</p>}
    </>
  );
}
