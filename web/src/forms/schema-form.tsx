// Imported by path, since the index of the package also loads the validator of its test helpers.
import Form from '@rjsf/core/lib/components/Form.js';
import getDefaultRegistry from '@rjsf/core/lib/getDefaultRegistry.js';
import type { FieldProps, RegistryFieldsType, RJSFSchema, RJSFValidationError } from '@rjsf/utils';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Issue } from '../api/request-error.js';
import type { JsonObject } from '../parts/json.js';
import { errorsByPlace, formValidator } from './form-validator.js';
import { TEMPLATES, WIDGETS } from './form-theme.js';
import { JsonField } from './json-field.js';
import type { ParamsCheck } from './params-check.js';
import { isAnyValue, shownSchema, withItems } from './shown-schema.js';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';

const { SchemaField: PartOfForm } = getDefaultRegistry().fields;

/** A part of the params, shown as JSON if no field can hold its values. */
function SchemaField(props: FieldProps) {
  const { registry, schema, formData } = props;
  if (PartOfForm === undefined) return null;
  const whole = registry.schemaUtils.retrieveSchema(schema, formData);
  const tuple = withItems(whole);
  if (tuple !== whole)
    return formData === undefined ? (
      <TupleStart {...props} schema={tuple} />
    ) : (
      <PartOfForm {...props} schema={tuple} />
    );
  const isAny = isAnyValue(whole);
  return (
    <PartOfForm
      {...props}
      {...(isAny && { uiSchema: { ...props.uiSchema, 'ui:field': 'json' } })}
    />
  );
}

/** Options that fill in the defaults of the schema and nothing else. */
const DEFAULTS = {
  emptyObjectFields: 'skipEmptyDefaults',
  arrayMinItems: { populate: 'never' },
} as const;
const ID = 'params';
const FIELDS: RegistryFieldsType = { SchemaField, json: JsonField };

/** Form for params. Errors appear after the first check and are then updated at each change. */
export function SchemaForm({
  schema,
  value,
  issues,
  check,
  onChange,
}: {
  schema: JsonObject;
  value: JsonObject;
  /** Issues that the server reported. */
  issues: readonly Issue[];
  check: Ref<ParamsCheck>;
  onChange: (value: JsonObject) => void;
}) {
  const form = useRef<Form>(null);
  const [wasChecked, setWasChecked] = useState(false);
  const shown = useMemo(() => shownSchema(schema) as RJSFSchema, [schema]);
  const validator = useMemo(() => formValidator(schema), [schema]);
  const refused = useMemo(() => errorsByPlace(issues), [issues]);
  // Reports the defaults that the form shows.
  useEffect(() => {
    const filled = (form.current?.state.formData ?? {}) as JsonObject;
    if (JSON.stringify(filled) !== JSON.stringify(value)) onChange(filled);
    // Runs only when the form is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useImperativeHandle(
    check,
    () => () => {
      setWasChecked(true);
      return Promise.resolve(form.current?.validateForm() ?? true);
    },
    [],
  );
  return (
    <Form
      ref={form}
      tagName="div"
      idPrefix={ID}
      schema={shown}
      validator={validator}
      formData={value}
      extraErrors={refused}
      fields={FIELDS}
      templates={TEMPLATES}
      widgets={WIDGETS}
      uiSchema={{ 'ui:submitButtonOptions': { norender: true } }}
      liveValidate={wasChecked ? 'onChange' : false}
      showErrorList="top"
      focusOnFirstError={focusField}
      // Without a handler, the form logs errors to the console.
      onError={() => undefined}
      noHtml5Validate
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData }) => onChange((formData ?? {}) as JsonObject)}
    />
  );
}

/** Moves the focus to the field of an error. */
function focusField({ property = '' }: RJSFValidationError): void {
  const names = property.split('.').filter(Boolean);
  document.getElementById([ID, ...names].join('_'))?.focus();
}

/** Button that adds a missing tuple, since the form has fields only for the members of an existing one. */
function TupleStart({ schema, name, required, fieldPathId, onChange }: FieldProps) {
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
