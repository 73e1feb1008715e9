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

/** The params of a run: as a form made of their JSON Schema, or as JSON. */
export function ParamsEditor({
  schema,
  value,
  issues,
  check,
  onChange,
}: {
  /** JSON Schema of the params; null where there is none. */
  schema: unknown;
  value: JsonObject;
  /** The part that the server has refused; pointers lead into the params. */
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

/** A schema that the form fails at is given as JSON instead. */
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
