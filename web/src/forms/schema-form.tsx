// Not by their package, which brings along what its tests check with.
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

/** A part of the params; where no field can hold its values, as JSON. */
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

/** Defaults that the schema has, and nothing that was not given. */
const DEFAULTS = {
  emptyObjectFields: 'skipEmptyDefaults',
  arrayMinItems: { populate: 'never' },
} as const;
const ID = 'params';
const FIELDS: RegistryFieldsType = { SchemaField, json: JsonField };

/** The form of params. What is wrong shows once it was checked, and from then on at each change. */
export function SchemaForm({
  schema,
  value,
  issues,
  check,
  onChange,
}: {
  schema: JsonObject;
  value: JsonObject;
  /** The part that the server has refused. */
  issues: readonly Issue[];
  check: Ref<ParamsCheck>;
  onChange: (value: JsonObject) => void;
}) {
  const form = useRef<Form>(null);
  const [wasChecked, setWasChecked] = useState(false);
  const shown = useMemo(() => shownSchema(schema) as RJSFSchema, [schema]);
  const validator = useMemo(() => formValidator(schema), [schema]);
  const refused = useMemo(() => errorsByPlace(issues), [issues]);
  // With the defaults, which the form shows.
  useEffect(() => {
    const filled = (form.current?.state.formData ?? {}) as JsonObject;
    if (JSON.stringify(filled) !== JSON.stringify(value)) onChange(filled);
    // Once, when it comes.
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
      // Without it, the form writes to the console.
      onError={() => undefined}
      noHtml5Validate
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData }) => onChange((formData ?? {}) as JsonObject)}
    />
  );
}

/** Puts the focus into the field of an error. */
function focusField({ property = '' }: RJSFValidationError): void {
  const names = property.split('.').filter(Boolean);
  document.getElementById([ID, ...names].join('_'))?.focus();
}

/** A tuple that is not given yet: the form has no fields for it before it has its members. */
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
