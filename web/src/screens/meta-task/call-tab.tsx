import { Link } from '@tanstack/react-router';
import { SERVER } from '../../api/addresses.js';
import type { MetaTask } from '../../api/types.js';
import { CodeText } from '../../parts/code-text.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/meta-task.js';
import { buildExampleParams } from './example-params.js';
import { buildMcpSnippets } from './mcp-snippets.js';
import { CodeBlock, KINDS, useSnippets } from './snippet-panel.js';

/** Examples of each way to call the meta-task, with params that match its schema. */
export function CallTab({ metaTask }: { metaTask: MetaTask }) {
  const { project, is } = useProject();
  const { identifier, params_schema: schema } = metaTask;
  const snippets = useSnippets({ identifier, params: buildExampleParams(schema) });
  return (
    <div className="column">
      <h2>{texts.call.title}</h2>
      <p>
        <CodeText>{texts.call.about}</CodeText>{' '}
        {is('admin') && (
          <Link to="/p/$project/settings/keys" params={{ project: project.slug }}>
            {texts.call.keys}
          </Link>
        )}
      </p>
      {KINDS.map((kind) => (
        <section key={kind} className="panel">
          <h3>{texts.snippet.names[kind]}</h3>
          <CodeBlock code={snippets[kind]} label={texts.snippet.code(texts.snippet.names[kind])} />
        </section>
      ))}
      {metaTask.mcp === 'hidden' ? (
        <p className="quiet">{texts.call.mcpHidden}</p>
      ) : (
        <Mcp metaTask={metaTask} />
      )}
      <p className="quiet">
        <CodeText>{texts.call.wait}</CodeText>
      </p>
    </div>
  );
}

/** Examples for the meta-task as a tool of an MCP client. */
function Mcp({ metaTask: { identifier, params_schema: schema } }: { metaTask: MetaTask }) {
  const { project } = useProject();
  const { call, client } = buildMcpSnippets({
    url: SERVER.replace(/\/$/, ''),
    project: project.slug,
    identifier,
    params: buildExampleParams(schema),
  });
  const { mcp } = texts.call;
  return (
    <section className="panel">
      <h3>{mcp.title}</h3>
      <p className="quiet">{mcp.about}</p>
      <CodeBlock code={client} label={mcp.client} />
      <p className="quiet">
        <CodeText>{mcp.desktop}</CodeText>
      </p>
      <h4>{mcp.call}</h4>
      <CodeBlock code={call} label={mcp.call} />
    </section>
  );
}
