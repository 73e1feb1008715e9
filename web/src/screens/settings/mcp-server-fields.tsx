import { MCP_AUTH_KINDS, MCP_TOKEN_METHODS } from '../../api/mcp-servers.js';
import { ChoiceField, TextField } from '../../parts/fields.js';
import { texts } from '../../texts/en/mcp-servers.js';
import type { McpServerDraft } from './mcp-server-draft.js';
import { SecretChoice } from './secret-choice.js';

const { fields, notes } = texts;
const KINDS = MCP_AUTH_KINDS.map((kind) => [kind, texts.kinds[kind]] as const);
const METHODS = MCP_TOKEN_METHODS.map((method) => [method, texts.methods[method]] as const);
const WHOLE = { type: 'number', min: 1, step: 1, required: true } as const;
type TextName = Exclude<keyof McpServerDraft, 'kind' | 'secret' | 'method'>;

interface Props {
  draft: McpServerDraft;
  issueAt: (pointer: string) => string | undefined;
  onChange: (part: Partial<McpServerDraft>) => void;
}

export function McpServerFields({ draft, issueAt, onChange }: Props) {
  const text = textFields({ draft, issueAt, onChange });
  return (
    <>
      {text('name', '/name', { note: notes.name, input: { required: true, maxLength: 50 } })}
      {text('url', '/url', { note: notes.url, input: { required: true, maxLength: 2_000 } })}
      <ChoiceField
        id="mcp-kind"
        label={fields.kind}
        error={issueAt('/auth/kind')}
        options={KINDS}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <Proof draft={draft} issueAt={issueAt} onChange={onChange} />
      {text('tools', '/tools', { note: notes.tools, rows: 4, code: true })}
      <div className="field-grid">
        {text('timeout', '/timeout_seconds', { input: WHOLE })}
        {text('concurrency', '/max_concurrency', { input: WHOLE })}
      </div>
    </>
  );
}

/** Fields of the chosen kind of credentials. */
function Proof({ draft, issueAt, onChange }: Props) {
  const { kind } = draft;
  if (kind === 'none') return null;
  const text = textFields({ draft, issueAt, onChange });
  const byToken = kind === 'client_credentials';
  return (
    <>
      {kind === 'header' &&
        text('header', '/auth/header', { input: { required: true, maxLength: 100 } })}
      {byToken && (
        <>
          {text('issuer', '/auth/issuer', { note: notes.issuer, input: { maxLength: 2_000 } })}
          {text('tokenUrl', '/auth/token_url', { input: { maxLength: 2_000 } })}
          <ChoiceField
            id="mcp-method"
            label={fields.method}
            error={issueAt('/auth/method')}
            options={METHODS}
            value={draft.method}
            onChange={(method) => onChange({ method })}
          />
          {text('clientId', '/auth/client_id', { input: { required: true, maxLength: 500 } })}
          {text('scopes', '/auth/scopes', { note: notes.scopes, rows: 2, code: true })}
        </>
      )}
      <SecretChoice
        id="mcp-secret"
        label={fields.secret}
        note={byToken ? notes.tokenSecret : notes.secret}
        none={texts.noSecretOption}
        store={texts.storeSecret}
        value={draft.secret}
        error={issueAt('/auth/secret')}
        onChange={(secret) => onChange({ secret })}
      />
    </>
  );
}

function textFields({ draft, issueAt, onChange }: Props) {
  return (
    name: TextName,
    pointer: string,
    more: Partial<React.ComponentProps<typeof TextField>> = {},
  ) => (
    <TextField
      id={`mcp-${name}`}
      label={fields[name]}
      error={issueAt(pointer)}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      {...more}
    />
  );
}
