import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overtaken } from '../../api/conditions.js';
import { deleteWorkspace, workspaceQuery, workspacesQuery } from '../../api/project-settings.js';
import type { Workspace } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Loaded } from '../../parts/loaded.js';
import { Meter } from '../../parts/meter.js';
import { orReread } from '../../parts/or-reread.js';
import { RowsTable } from '../../parts/rows-table.js';
import { isSame } from '../../parts/three-way.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts as all } from '../../texts/en/project-settings.js';
import { NewWorkspaceForm } from './new-workspace-form.js';
import { SettingsPage } from './settings-page.js';
import { WorkspaceForm } from './workspace-form.js';

const texts = all.workspaces;

/** Workspaces of the project, with their usage and quotas. */
export function WorkspacesScreen() {
  return (
    <SettingsPage needs="viewer">
      <Workspaces />
    </SettingsPage>
  );
}

function Workspaces() {
  const { project, is } = useProject();
  const query = useQuery(workspacesQuery(project.id));
  const [changing, setChanging] = useState<string | null>(null);
  const { columns } = texts;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <Loaded query={query} label={all.loading}>
        {(workspaces) => (
          <RowsTable
            label={texts.list}
            kind="workspaces"
            columns={[columns.name, columns.kind, columns.usage, columns.versions, columns.quota]}
            actions={is('author') && columns.actions}
          >
            {workspaces.map((workspace) => (
              <Row key={workspace.id} workspace={workspace} onChange={setChanging} />
            ))}
          </RowsTable>
        )}
      </Loaded>
      {is('author') && changing === null && <NewWorkspaceForm />}
      {is('author') && changing !== null && (
        <Change key={changing} id={changing} onDone={() => setChanging(null)} />
      )}
    </>
  );
}

/** Loads the workspace with its ETag, then shows its form. */
function Change({ id, onDone }: { id: string; onDone: () => void }) {
  const { project } = useProject();
  const query = useQuery({ ...workspaceQuery(project.id, id), staleTime: 0, gcTime: 0 });
  return (
    <Loaded query={query} label={all.loading}>
      {(value) => <WorkspaceForm value={value} onDone={onDone} />}
    </Loaded>
  );
}

function Row({ workspace, onChange }: { workspace: Workspace; onChange: (id: string) => void }) {
  const { is } = useProject();
  const { id, name, kind, usage, quota_bytes: quota } = workspace;
  const used = usage.bytes + usage.version_bytes;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <UserText>{name}</UserText>{' '}
        {workspace.is_default && <span className="pill">{texts.isDefault}</span>}
      </td>
      <td role="cell">{texts.kinds[kind]}</td>
      <td role="cell">{texts.files(usage.files, usage.bytes)}</td>
      <td role="cell">{texts.files(usage.versions, usage.version_bytes)}</td>
      <td role="cell">
        {quota === null ? (
          all.none
        ) : (
          <>
            {texts.usedOf(used, quota)}
            <Meter used={used} limit={quota} label={texts.quotaOf(visibleText(name))} />
          </>
        )}
      </td>
      {is('author') && (
        <td role="cell" className="cell-actions">
          <div className="buttons">
            <button
              type="button"
              className="small"
              aria-label={texts.of(texts.change, visibleText(name))}
              onClick={() => onChange(id)}
            >
              {texts.change}
            </button>
            {!workspace.is_default && <RemoveButton workspace={workspace} />}
          </div>
        </td>
      )}
    </tr>
  );
}

/**
 * Button that deletes a workspace. The files in it are deleted too if the dialog has shown their number. The ETag does
 * not cover them, so they are compared here.
 */
function RemoveButton({ workspace }: { workspace: Workspace }) {
  const { project } = useProject();
  const { id, name, usage } = workspace;
  const client = useQueryClient();
  const count = usage.files + usage.versions;
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: workspacesQuery(project.id).queryKey });
  return (
    <ConfirmButton
      label={texts.remove}
      title={texts.of(texts.remove, visibleText(name))}
      about={
        count === 0
          ? texts.removeEmpty
          : texts.removeFull(usage.files, usage.bytes + usage.version_bytes)
      }
      action={async () => {
        await orReread(async () => {
          const query = { ...workspaceQuery(project.id, id), staleTime: 0 };
          const { etag, ...current } = await client.fetchQuery(query);
          if (!isSame(current, workspace)) throw overtaken();
          await deleteWorkspace(project.id, id, count > 0, etag);
        }, reread);
        await reread();
      }}
    />
  );
}
