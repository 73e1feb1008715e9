import { type FieldTexts, TICKED } from '../../../base/forms/form-answer.js';
import type { FormField } from '../../../base/forms/form-field.js';
import { attribute, markup, type Html } from './html.js';

/** Returns the HTML of a field and the fields below it with their values, and the error of each by its pointer. */
export function fieldHtml(
  field: FormField,
  texts: FieldTexts,
  errors: ReadonlyMap<string, string>,
): Html {
  const { pointer, title, description, required } = field;
  const error = errors.get(pointer) ?? null;
  const notes = [
    description === null ? null : markup`<p class="note" id="${pointer}-note">${description}</p>`,
    error === null ? null : markup`<p class="error" id="${pointer}-error">${error}</p>`,
  ];
  if (field.kind === 'group' && title === '')
    return markup`${notes} ${field.fields.map((one) => fieldHtml(one, texts, errors))}`;
  if (field.kind === 'group')
    return markup`<fieldset>
      <legend>${title}</legend>
      ${notes} ${field.fields.map((one) => fieldHtml(one, texts, errors))}
    </fieldset>`;
  const described = [
    description === null ? '' : `${pointer}-note`,
    error === null ? '' : `${pointer}-error`,
  ].filter(Boolean);
  const common = markup` id="${pointer}"
  name="${pointer}"${attribute('aria-describedby', described.join(' ') || null)}${attribute('aria-invalid', error === null ? null : 'true')}`;
  const text = texts.get(pointer) ?? '';
  if (field.kind === 'flag')
    return markup`<div class="field">
      <label class="flag"
        ><input
          type="checkbox"
          value="${TICKED}"
          ${text === TICKED ? markup`checked` : null}${common}
        />
        ${title || 'Yes'}</label
      >
      ${notes}
    </div>`;
  return markup`<div class="field">
    <label for="${pointer}">${title || 'Answer'}${required ? null : markup` <small>(optional)</small>`}</label>
    ${control(field, text, common)} ${notes}
  </div>`;
}

function control(field: FormField, text: string, common: Html): Html {
  const { schema } = field;
  const needed = field.required ? markup` required` : null;
  const bound = (name: string, keyword: string): Html => {
    const value = schema[keyword];
    return attribute(name, typeof value === 'number' ? value : null);
  };
  const lengths = markup`${bound('minlength', 'minLength')}${bound('maxlength', 'maxLength')}`;
  switch (field.kind) {
    case 'choice':
      return markup`<select${common}${needed}>
        <option value=""></option>
        ${field.options.map(
          (option, index) =>
            markup`<option value="${index}" ${text === String(index) ? markup`selected` : null}>
              ${typeof option === 'string' ? option : JSON.stringify(option)}
            </option>`,
        )}
      </select>`;
    case 'number':
      return markup`<input
        type="number"
        inputmode="${field.whole ? 'numeric' : 'decimal'}"
        step="${field.whole ? '1' : 'any'}"
        value="${text}"
        ${bound('min', 'minimum')}${bound('max', 'maximum')}${common}${needed}
      />`;
    case 'text':
      // A field that the browser requires would be stricter than the form, which accepts an empty text.
      return field.input === 'lines'
        ? markup`<textarea rows="5" ${lengths}${common}>
${text}</textarea>`
        : markup`<input type="${field.input}" value="${text}" ${lengths}${common} />`;
    default:
      return markup`<textarea class="code" rows="6" spellcheck="false" ${common}${needed}>
${text}</textarea>
        <p class="note">As JSON.</p>`;
  }
}
