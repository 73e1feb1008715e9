import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { Issue } from '../api/request-error.js';
import { isObject, type JsonObject, jsonText } from '../parts/json.js';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';
import type { ParamsCheck } from './params-check.js';

/** Editor of params as JSON text. */
export function JsonParams({
  schema,
  value,
  issues,
  check,
  onChange,
}: {
  schema: unknown;
  value: JsonObject;
  issues: readonly Issue[];
  check: Ref<ParamsCheck>;
  onChange: (value: JsonObject) => void;
}) {
  const [text, setText] = useState(() => jsonText(value));
  const [found, setFound] = useState<readonly Issue[]>([]);
  const place = useRef<HTMLTextAreaElement>(null);
  const read = readParams(text);
  useImperativeHandle(
    check,
    () => async () => {
      const now = readParams(text);
      const { schemaIssues } = await import('./schema-issues.js');
      const wrong =
        typeof now === 'string'
          ? [{ pointer: '', message: now }]
          : schema === null
            ? []
            : schemaIssues(schema, now);
      setFound(wrong);
      if (wrong.length > 0) place.current?.focus();
      return wrong.length === 0;
    },
    [schema, text],
  );
  const shown = found.length > 0 ? found : issues;
  return (
    <div className="form-field">
      <label htmlFor="params-json">{texts.params}</label>
      <textarea
        ref={place}
        id="params-json"
        className="code"
        rows={Math.min(24, Math.max(6, text.split('\n').length + 1))}
        spellCheck={false}
        value={text}
        aria-invalid={shown.length > 0 || undefined}
        aria-describedby="params-json-error"
        onChange={({ target }) => {
          setText(target.value);
          setFound([]);
          const next = readParams(target.value);
          if (typeof next !== 'string') onChange(next);
        }}
      />
      <div id="params-json-error" role="alert">
        {typeof read === 'string' && <p className="field-error">{read}</p>}
        {typeof read !== 'string' &&
          shown.map(({ pointer, message }) => (
            <p key={pointer + message} className="field-error">
              {visibleText(`${pointer === '' ? texts.whole : pointer} ${message}`)}
            </p>
          ))}
      </div>
    </div>
  );
}

/** Parses params. Returns an error message if the text is not a JSON object. */
function readParams(text: string): JsonObject | string {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
    return isObject(value) ? value : texts.notObject;
  } catch (error) {
    return texts.notJson(error instanceof Error ? error.message : String(error));
  }
}
