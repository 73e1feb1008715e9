import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../api/conditions.js';
import {
  acceptMcpTool,
  changeMcpServer,
  mcpServerQuery,
  mcpServersQuery,
} from '../../api/mcp-servers.js';
import { RequestError, toRequestError } from '../../api/request-error.js';
import type { McpServer, McpTool, McpToolDescription } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { JsonBlock } from '../../parts/value-view.js';
import { orReread } from '../../parts/or-reread.js';
import { TextDifference } from '../../parts/text-difference.js';
import { isSame } from '../../parts/three-way.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/mcp-servers.js';

const texts = all.tools;
const PARTS = [
  'title',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
] as const satisfies readonly (keyof McpToolDescription)[];
const CONFLICT = 409;

/**
 * Tool as its server describes it, which is untrusted text. If the tool has changed since it was accepted, the changes
 * are shown.
 */
export function McpToolCard({ server, tool }: { server: Tagged<McpServer>; tool: McpTool }) {
  const { is } = useProject();
  const { name, title, description, state, accepted_by: by, accepted_at: at } = tool;
  return (
    <div className="card">
      <div className="buttons">
        <code>{visibleText(name)}</code>
        <span className="pill">{texts.states[state]}</span>
        {is('admin') && <Actions server={server} tool={tool} />}
      </div>
      {title !== null && (
        <p>
          <UserText>{title}</UserText>
        </p>
      )}
      {state === 'changed' ? (
        <Changes tool={tool} />
      ) : description === null ? (
        <p className="quiet">{texts.noDescription}</p>
      ) : (
        <p className="lines tool-says" aria-label={texts.says}>
          <bdi>{visibleText(description)}</bdi>
        </p>
      )}
      <Hints annotations={tool.annotations} />
      {by !== null && at !== null && (
        <p className="quiet">
          {texts.accepted} {visibleText(by)}, <When time={at} />
        </p>
      )}
      <Schemas tool={tool} />
    </div>
  );
}

function Actions({ server, tool }: { server: Tagged<McpServer>; tool: McpTool }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const { id, etag, tools } = server;
  const { name, state } = tool;
  const one = mcpServerQuery(project.id, id).queryKey;
  const reread = (): Promise<void> => client.invalidateQueries({ queryKey: one });
  const accept = async (): Promise<void> => {
    try {
      await acceptMcpTool(project.id, id, tool);
    } catch (thrown) {
      const { status, code, requestId } = toRequestError(thrown);
      if (status !== CONFLICT) throw thrown;
      await reread();
      throw new RequestError(texts.otherNow, status, code, requestId);
    }
    await reread();
  };
  const allow = async (): Promise<void> => {
    await orReread(
      () => changeMcpServer(project.id, id, { tools: [...tools, name] }, etag),
      reread,
    );
    await Promise.all([
      reread(),
      client.invalidateQueries({ queryKey: mcpServersQuery(project.id).queryKey }),
    ]);
  };
  const waits = state === 'new' || state === 'changed';
  return (
    <>
      {(waits || (state === 'denied' && server.scope === 'project')) && (
        <button
          type="button"
          className="small"
          aria-label={all.of(waits ? texts.accept : texts.allow, visibleText(name))}
          disabled={busy}
          onClick={() => void run(waits ? accept : allow)}
        >
          {waits ? texts.accept : texts.allow}
        </button>
      )}
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

/** Changes of a tool since it was accepted, as text differences. */
function Changes({ tool }: { tool: McpTool }) {
  const { accepted } = tool;
  if (accepted === null)
    return (
      <>
        <p className="note">{texts.unknownBefore}</p>
        {tool.description !== null && (
          <p className="lines tool-says">
            <bdi>{visibleText(tool.description)}</bdi>
          </p>
        )}
      </>
    );
  return (
    <div className="column" role="group" aria-label={texts.changedSince}>
      <p>{texts.changedSince}</p>
      {PARTS.filter((part) => !isSame(accepted[part], tool[part])).map((part) => (
        <div key={part}>
          <h3>{texts.parts[part]}</h3>
          <TextDifference
            label={all.of(texts.parts[part], visibleText(tool.name))}
            before={formatToolPart(accepted[part])}
            after={formatToolPart(tool[part])}
          />
        </div>
      ))}
    </div>
  );
}

/** Hints of the server about the effects of a call. They are not verified. */
function Hints({ annotations }: { annotations: Record<string, unknown> }) {
  const said = [
    annotations['readOnlyHint'] === true && texts.readOnly,
    annotations['idempotentHint'] === true && texts.idempotent,
    annotations['destructiveHint'] === true && texts.destructive,
  ].filter((one) => one !== false);
  return said.length === 0 ? null : <p className="quiet">{said.join(', ')}</p>;
}

/** Schemas of a tool. They are rendered only when opened, since a server may have a thousand tools. */
function Schemas({ tool }: { tool: McpTool }) {
  const [open, setOpen] = useState(false);
  const blocks = [
    [texts.inputs, tool.input_schema],
    [texts.outputs, tool.output_schema],
    [texts.annotations, tool.annotations],
  ] as const;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={all.of(texts.schema, visibleText(tool.name))}>{texts.schema}</summary>
      {open &&
        blocks.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <h3>{label}</h3>
                <JsonBlock value={value} label={`${label}: ${visibleText(tool.name)}`} />
              </div>
            ),
        )}
    </details>
  );
}

function formatToolPart(part: string | object | null): string {
  if (part === null) return '';
  return typeof part === 'string' ? part : JSON.stringify(part, null, 2);
}
