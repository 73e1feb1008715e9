import { FlagField, TextField } from '../../parts/fields.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts as all } from '../../texts/en/models.js';
import type { ModelDraft } from './provider-draft.js';

const texts = all.model;
const WHOLE = { type: 'number', min: 1, step: 1 } as const;
const PRICE = { type: 'number', min: 0, step: 'any' } as const;

/** Fields of one model of a provider. */
export function ModelFields({
  index,
  draft,
  issueAt,
  onChange,
  onRemove,
}: {
  index: number;
  draft: ModelDraft;
  issueAt: (pointer: string) => string | undefined;
  onChange: (draft: ModelDraft) => void;
  onRemove: (() => void) | null;
}) {
  const id = `model-${index}`;
  const title = texts.title(visibleText(draft.name), index);
  const field = (
    name: Exclude<keyof ModelDraft, 'images'>,
    pointer: string,
    input: React.ComponentProps<typeof TextField>['input'] = {},
  ) => (
    <TextField
      id={`${id}-${name}`}
      label={texts[name]}
      error={issueAt(`/models/${index}/${pointer}`)}
      input={input}
      value={draft[name]}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  return (
    <fieldset className="form-group">
      <legend>{title}</legend>
      <div className="field-grid">
        {field('name', 'name', { required: true, maxLength: 100 })}
        {field('model', 'model', { required: true, maxLength: 200 })}
        {field('context', 'context_tokens', { ...WHOLE, required: true })}
        {field('output', 'max_output_tokens', WHOLE)}
        {field('priceIn', 'prices/input', PRICE)}
        {field('priceCached', 'prices/cached_input', PRICE)}
        {field('priceOut', 'prices/output', PRICE)}
        {field('embeddings', 'embeddings', WHOLE)}
      </div>
      <FlagField
        label={texts.images}
        value={draft.images}
        onChange={(images) => onChange({ ...draft, images })}
      />
      {onRemove !== null && (
        <button
          type="button"
          className="small"
          aria-label={all.removeModelOf(title)}
          onClick={onRemove}
        >
          {all.removeModel}
        </button>
      )}
    </fieldset>
  );
}
