import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { Tagged } from '../../api/conditions.js';
import {
  changeProvider,
  deleteProvider,
  providerQuery,
  providersQuery,
} from '../../api/model-providers.js';
import { toRequestError } from '../../api/request-error.js';
import type { ModelProvider } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { orReread } from '../../parts/or-reread.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/models.js';
import { ModelTests } from './model-tests.js';
import { bodyOfProvider, draftOfProvider } from './provider-draft.js';
import { ProviderFields } from './provider-fields.js';
import { SettingsPage } from './settings-page.js';

/** Details of a model provider: tests of its models, and the form to change it. */
export function ProviderScreen() {
  return (
    <SettingsPage needs="author">
      <Provider />
    </SettingsPage>
  );
}

function Provider() {
  const { project, is } = useProject();
  const { provider: id } = useParams({ from: '/signed-in/p/$project/settings/models/$provider' });
  const query = useQuery(providerQuery(project.id, id));
  if (query.isError && toRequestError(query.error).status === 404)
    return <Empty title={texts.title} about={texts.gone(id)} />;
  return (
    <Loaded query={query} label={texts.loading}>
      {(value) => (
        <>
          <h2>{value.name}</h2>
          {is('admin') && <ModelTests id={id} models={value.models} />}
          <Form key={id} id={id} value={value} />
        </>
      )}
    </Loaded>
  );
}

function Form({ id, value }: { id: string; value: Tagged<ModelProvider> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = providerQuery(project.id, id);
  const edit = useEdit({
    value,
    toDraft: draftOfProvider,
    save: async (draft, { etag }) => {
      const saved = await changeProvider(project.id, id, bodyOfProvider(draft), etag);
      client.setQueryData(query.queryKey, saved);
      await client.invalidateQueries({
        queryKey: providersQuery(project.id).queryKey,
        exact: true,
      });
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  const { updated_by: by, updated_at: at } = value;
  return (
    <form className="panel form wide-form" onSubmit={edit.submit}>
      <h2>{texts.change}</h2>
      <Overtaken
        edit={edit}
        labels={{ ...texts, models: texts.models }}
        {...(by !== null && at !== null && { who: { by, at } })}
      />
      <fieldset className="form" disabled={!is('admin')}>
        <ProviderFields draft={edit.draft} issueAt={edit.issueAt} onChange={edit.change} />
      </fieldset>
      {is('admin') && <SaveBar edit={edit} />}
      {is('admin') && <Remove provider={value} id={id} />}
    </form>
  );
}

function Remove({ id, provider: { name, etag } }: { id: string; provider: Tagged<ModelProvider> }) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="buttons">
      <ConfirmButton
        small={false}
        label={texts.remove}
        title={texts.of(texts.remove, name)}
        about={texts.removeAbout}
        action={async () => {
          await orReread(
            () => deleteProvider(project.id, id, etag),
            () => client.invalidateQueries({ queryKey: providerQuery(project.id, id).queryKey }),
          );
          await navigate({ to: '/p/$project/settings/models', params: { project: project.slug } });
          await client.invalidateQueries({
            queryKey: providersQuery(project.id).queryKey,
            exact: true,
          });
        }}
      />
    </div>
  );
}
