import { Component, lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import type { Issue } from '../api/request-error.js';
import { isObject, type JsonObject } from '../parts/json.js';
import { texts } from '../texts/en/forms.js';
import { JsonParams } from './json-params.js';
import type { ParamsCheck } from './params-check.js';
import { isShowable } from './shown-schema.js';

const SchemaForm = lazy(async () => ({
  default: (await import('./schema-form.js')).SchemaForm,
}));

/** Editor of the params of a run, either as a form generated from their JSON Schema or as JSON text. */
export function ParamsEditor({
  schema,
  value,
  issues,
  check,
  onChange,
}: {
  /** JSON Schema of the params; null if there is none. */
  schema: unknown;
  value: JsonObject;
  /** Issues that the server reported, with pointers into the params. */
  issues: readonly Issue[];
  check: Ref<ParamsCheck>;
  onChange: (value: JsonObject) => void;
}) {
  const hasForm = isShowable(schema);
  const [asJson, setAsJson] = useState(!hasForm);
  const [isBroken, setIsBroken] = useState(false);
  const props = { value, issues, check, onChange };
  const takesNone = hasForm && isEmpty(schema);
  return (
    <div className="column">
      {hasForm && !isBroken && !takesNone && (
        <div className="switch" role="group" aria-label={texts.modes}>
          <button type="button" aria-pressed={!asJson} onClick={() => setAsJson(false)}>
            {texts.form}
          </button>
          <button type="button" aria-pressed={asJson} onClick={() => setAsJson(true)}>
            {texts.json}
          </button>
        </div>
      )}
      {(!hasForm || isBroken) && (
        <p className="quiet">{isObject(schema) ? texts.jsonOnly : texts.noSchema}</p>
      )}
      {takesNone && <p className="quiet">{texts.noParams}</p>}
      {hasForm && !asJson && !isBroken ? (
        <Fence onBroken={() => setIsBroken(true)}>
          <Suspense fallback={<p role="status">{texts.loading}</p>}>
            <SchemaForm schema={schema} {...props} />
          </Suspense>
        </Fence>
      ) : (
        <JsonParams schema={isObject(schema) ? schema : null} {...props} />
      )}
    </div>
  );
}

function isEmpty({ properties, additionalProperties }: JsonObject): boolean {
  return (
    isObject(properties) && Object.keys(properties).length === 0 && additionalProperties === false
  );
}

/** Error boundary that reports a schema that the form cannot render, so that JSON text replaces the form. */
class Fence extends Component<{ onBroken: () => void; children: ReactNode }> {
  override state = { broken: false };
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }
  override componentDidCatch(): void {
    this.props.onBroken();
  }
  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
