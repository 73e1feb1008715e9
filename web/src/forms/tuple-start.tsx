import type { FieldProps } from '@rjsf/utils';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';

/** A tuple that is not given yet: the form has no fields for it before it has its members. */
export function TupleStart({ schema, name, required, fieldPathId, onChange }: FieldProps) {
  const title = visibleText(schema.title ?? name);
  const members = Array.isArray(schema.items) ? schema.items : [];
  return (
    <fieldset className="form-group">
      <legend>{title + (required === true ? ' *' : '')}</legend>
      <button
        type="button"
        className="small"
        id={fieldPathId.$id}
        onClick={() =>
          onChange(
            members.map(() => null),
            fieldPathId.path,
          )
        }
      >
        {texts.addTo(title)}
      </button>
    </fieldset>
  );
}
