import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { memoryQuery, revokeTaskMemories } from '../../api/memories.js';
import { toRequestError } from '../../api/request-error.js';
import type { MemoryDetail, MemorySource } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Dialog } from '../../parts/dialog.js';
import { Fact } from '../../parts/fact.js';
import { Loaded } from '../../parts/loaded.js';
import { RunLink } from '../../parts/run-link.js';
import { Upcoming } from '../../parts/upcoming.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts as all } from '../../texts/en/memories.js';
import { MemoryActions } from './memory-actions.js';
import { locateSource } from './source-place.js';

const texts = all.detail;
/** Maximum number of uses that the API returns for a memory. */
const MOST_USES = 100;

/** Details of a memory: its text, its sources, the runs that used it, and the actions on it. */
export function MemoryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { project, may } = useProject();
  const query = useQuery(memoryQuery(project.id, id));
  const isGone = query.isError && toRequestError(query.error).status === 404;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="column">
        {isGone ? (
          <p>{texts.gone(id)}</p>
        ) : (
          <Loaded query={query} label={all.loading}>
            {(memory) => (
              <>
                <p className="lines">
                  {memory.text === null ? (
                    <em>{all.erased}</em>
                  ) : (
                    <UserText>{memory.text}</UserText>
                  )}
                </p>
                {may('memories:write') && <MemoryActions memory={memory} whole />}
                <Facts memory={memory} />
                <h3>{texts.sources}</h3>
                <ul className="memory-sources">
                  {memory.sources.map((source, index) => (
                    <li key={index}>
                      <Source source={source} />
                    </li>
                  ))}
                </ul>
                <h3>{texts.uses}</h3>
                <Uses memory={memory} />
              </>
            )}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

function Facts({ memory }: { memory: MemoryDetail }) {
  const { scope, scope_id: of, status, trust, kind, unproven, expires_at: expires } = memory;
  return (
    <dl className="figures">
      <Fact name={texts.kind}>{all.kinds[kind]}</Fact>
      <Fact name={texts.scope}>
        {all.scopes[scope]} {of}
      </Fact>
      <Fact name={texts.status}>{all.statuses[status]}</Fact>
      {unproven.length > 0 && <Fact name={texts.unproven}>{visibleText(unproven.join(', '))}</Fact>}
      <Fact name={texts.trust}>{all.trusts[trust]}</Fact>
      <Fact name={texts.by}>
        {visibleText(memory.created_by)}, <When time={memory.created_at} />
      </Fact>
      <Fact name={texts.expires}>
        {expires === null ? texts.never : <Upcoming time={expires} />}
      </Fact>
    </dl>
  );
}

function Source({ source }: { source: MemorySource }) {
  const { task_id: task, quote, file_path: file } = source;
  const { project } = useProject();
  const { what, search } = locateSource(source);
  return (
    <>
      {task === null && texts.byPerson}
      {task !== null && source.task_deleted && texts.deletedRun}
      {task !== null && !source.task_deleted && (
        <Link to="/p/$project/runs/$task" params={{ project: project.slug, task }} search={search}>
          {texts.run}: {texts.places[what]}
        </Link>
      )}{' '}
      <span className="quiet">
        <When time={source.created_at} />
      </span>
      {quote !== null && (
        <blockquote className="lines">
          <UserText>{quote}</UserText>
        </blockquote>
      )}
      {file !== null && (
        <p>
          <code>{visibleText(texts.file(file, source.first_line, source.last_line))}</code>
        </p>
      )}
      {task !== null && <RevokeRun task={task} />}
    </>
  );
}

function RevokeRun({ task }: { task: string }) {
  const { project, may } = useProject();
  const client = useQueryClient();
  const [said, setSaid] = useState<string | null>(null);
  if (!may('memories:write')) return null;
  return (
    <div className="buttons">
      <ConfirmButton
        label={all.revokeRun}
        title={all.revokeRun}
        about={all.revokeRunAbout}
        action={async () => {
          setSaid(all.revoked(await revokeTaskMemories(project.id, task)));
          await client.invalidateQueries({ queryKey: ['memories', project.id] });
        }}
      />
      <span role="status">{said}</span>
    </div>
  );
}

function Uses({ memory: { used_by: uses } }: { memory: MemoryDetail }) {
  const { project } = useProject();
  if (uses.length === 0) return <p className="quiet">{texts.noUses}</p>;
  return (
    <>
      <ul className="memory-sources">
        {uses.map(({ task_id: task, step_id: step, created_at: at }) => (
          <li key={step + task}>
            <RunLink project={project.slug} id={task}>
              {task.slice(0, 8)}
            </RunLink>{' '}
            <When time={at} />
          </li>
        ))}
      </ul>
      {uses.length >= MOST_USES && <p className="quiet">{texts.most}</p>}
    </>
  );
}
