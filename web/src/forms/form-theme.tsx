import {
  ADDITIONAL_PROPERTY_FLAG,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type BaseInputTemplateProps,
  buttonId,
  canExpand,
  type DescriptionFieldProps,
  errorId,
  type ErrorListProps,
  type FieldErrorProps,
  type FieldTemplateProps,
  getInputProps,
  type IconButtonProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type TemplatesType,
  type UnsupportedFieldProps,
  type WidgetProps,
} from '@rjsf/utils';
import { visibleText } from '../parts/visible-text.js';
import { texts } from '../texts/en/forms.js';

function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, errors, required, displayLabel, hidden, schema } = props;
  if (hidden) return <div hidden>{children}</div>;
  // A property that is missing from the schema has a name that the user may change.
  const isNamed = ADDITIONAL_PROPERTY_FLAG in schema;
  const isFlag = schema.type === 'boolean';
  return (
    <div className={isNamed ? 'form-field named' : 'form-field'}>
      {isNamed && <NameOfMember {...props} />}
      {!isNamed && displayLabel && !isFlag && label !== '' && (
        <label htmlFor={id}>
          {visibleText(label)}
          {required && ' *'}
        </label>
      )}
      {children}
      {displayLabel && props.rawDescription && (
        <p className="quiet">{visibleText(props.rawDescription)}</p>
      )}
      {errors}
    </div>
  );
}

function NameOfMember({ id, label, onKeyRenameBlur, onRemoveProperty }: FieldTemplateProps) {
  return (
    <div className="form-row">
      <input
        id={`${id}-key`}
        aria-label={texts.name(visibleText(label))}
        defaultValue={label}
        onBlur={onKeyRenameBlur}
      />
      <button type="button" className="small" onClick={onRemoveProperty}>
        {texts.remove}
      </button>
    </div>
  );
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, schema, uiSchema, formData, fieldPathId } = props;
  const isRoot = fieldPathId.path.length === 0;
  const isChoice = (schema.oneOf ?? schema.anyOf) !== undefined && properties.length === 0;
  if (isChoice) return null;
  const inner = (
    <>
      {typeof description === 'string' && description !== '' && (
        <p className="quiet">{visibleText(description)}</p>
      )}
      {properties.map(({ content }) => content)}
      {canExpand(schema, uiSchema, formData) && (
        <button
          type="button"
          className="small"
          id={buttonId(fieldPathId, 'add')}
          disabled={props.disabled}
          onClick={props.onAddProperty}
        >
          {title === '' || isRoot ? texts.add : texts.addTo(visibleText(title))}
        </button>
      )}
    </>
  );
  if (isRoot) return <div className="form">{inner}</div>;
  return (
    <fieldset className="form-group" id={fieldPathId.$id}>
      {title !== '' && <legend>{visibleText(title) + (props.required ? ' *' : '')}</legend>}
      {inner}
    </fieldset>
  );
}

function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, schema, items, canAdd, onAddClick, fieldPathId, required, disabled } = props;
  return (
    <fieldset className="form-group" id={fieldPathId.$id}>
      {title !== '' && <legend>{visibleText(title) + (required ? ' *' : '')}</legend>}
      {schema.description !== undefined && (
        <p className="quiet">{visibleText(schema.description)}</p>
      )}
      {items}
      {canAdd && (
        <button
          type="button"
          className="small"
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled}
          onClick={onAddClick}
        >
          {title === '' ? texts.add : texts.addTo(visibleText(title))}
        </button>
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, hasToolbar, buttonsProps, index } = props;
  const { hasMoveUp, hasMoveDown, hasRemove } = buttonsProps;
  const of = texts.item(index + 1);
  return (
    <div className="form-row" role="group" aria-label={of}>
      {children}
      {hasToolbar && (
        <div className="buttons">
          {(hasMoveUp || hasMoveDown) && (
            <>
              <Tool
                label={`${texts.up}: ${of}`}
                disabled={!hasMoveUp}
                onClick={buttonsProps.onMoveUpItem}
              >
                ↑
              </Tool>
              <Tool
                label={`${texts.down}: ${of}`}
                disabled={!hasMoveDown}
                onClick={buttonsProps.onMoveDownItem}
              >
                ↓
              </Tool>
            </>
          )}
          {hasRemove && (
            <Tool label={`${texts.remove}: ${of}`} onClick={buttonsProps.onRemoveItem}>
              ✕
            </Tool>
          )}
        </div>
      )}
    </div>
  );
}

function Tool({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  onClick: (event?: unknown) => void;
  children: string;
}) {
  return (
    <button
      type="button"
      className="small"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, htmlName, value, required, disabled, readonly, schema, type, options, rawErrors } =
    props;
  const { onChange, onChangeOverride, onBlur, onFocus, placeholder } = props;
  const isInvalid = (rawErrors?.length ?? 0) > 0;
  return (
    <input
      {...getInputProps(schema, type, options)}
      id={id}
      name={htmlName ?? id}
      value={(value as string | number | null | undefined) ?? ''}
      placeholder={placeholder}
      required={required}
      disabled={disabled}
      readOnly={readonly}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? `${id}__error` : undefined}
      onChange={
        onChangeOverride ??
        (({ target }) => onChange(target.value === '' ? options.emptyValue : target.value))
      }
      onBlur={({ target }) => onBlur(id, target.value)}
      onFocus={({ target }) => onFocus(id, target.value)}
    />
  );
}

function CheckboxWidget({
  id,
  htmlName,
  value,
  disabled,
  readonly,
  label,
  hideLabel,
  onChange,
}: WidgetProps) {
  return (
    <label className="flag">
      <input
        type="checkbox"
        id={id}
        name={htmlName ?? id}
        checked={value === true}
        disabled={disabled === true || readonly === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      {hideLabel === true ? texts.yes : visibleText(label)}
    </label>
  );
}

function FieldErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null;
  return (
    <p className="field-error" id={errorId(fieldPathId)}>
      {[...new Set(errors.map(String))].join('; ')}
    </p>
  );
}

/** List of all errors, since the field of an error may be hidden. */
function ErrorListTemplate({ errors }: ErrorListProps) {
  return (
    <div className="note note-error" role="alert">
      <p>{texts.wrong(errors.length)}</p>
      <ul className="values">
        {errors.map(({ stack }) => (
          <li key={stack}>{visibleText(stack)}</li>
        ))}
      </ul>
    </div>
  );
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="column">
      {selector}
      {optionSchemaField}
    </div>
  );
}

function UnsupportedFieldTemplate({ reason }: UnsupportedFieldProps) {
  return <p className="field-error">{visibleText(reason)}</p>;
}

function Nothing(_props: DescriptionFieldProps) {
  return null;
}

function icon(label: string) {
  return function IconButton({
    registry: _,
    uiSchema: __,
    icon: ___,
    iconType: ____,
    ...props
  }: IconButtonProps) {
    return (
      <button type="button" {...props} className="small">
        {label}
      </button>
    );
  };
}

/** Templates that give forms the look of the dashboard. */
export const TEMPLATES: Partial<Omit<TemplatesType, 'ButtonTemplates'>> & {
  ButtonTemplates: Partial<TemplatesType['ButtonTemplates']>;
} = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate,
  FieldErrorTemplate,
  ErrorListTemplate,
  MultiSchemaFieldTemplate,
  UnsupportedFieldTemplate,
  DescriptionFieldTemplate: Nothing,
  ButtonTemplates: {
    AddButton: icon(texts.add),
    CopyButton: icon(texts.copy),
    MoveUpButton: icon(texts.up),
    MoveDownButton: icon(texts.down),
    RemoveButton: icon(texts.remove),
    ClearButton: icon(texts.clear),
  },
};

export const WIDGETS = { CheckboxWidget };
