import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  changeMcpSettings,
  changeMemorySettings,
  changeSearchSettings,
  mcpSettingsQuery,
  memorySettingsQuery,
  projectQuery,
  renameProject,
  searchSettingsQuery,
} from '../../api/project-settings.js';
import type { Tagged } from '../../api/conditions.js';
import type { McpSettings, MemorySettings, Project, SearchSettings } from '../../api/types.js';
import { ChoiceField, FlagField, TextField } from '../../parts/fields.js';
import { Loaded } from '../../parts/loaded.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { type Edit, useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/project-settings.js';
import { Quotas } from './quotas.js';
import { SettingsPage } from './settings-page.js';

const { general } = texts;
const MCP = listEntries(general.mcpOptions);
const REVIEWS = listEntries(general.memoryOptions);

/** Name of the project, its general settings and its quotas. */
export function GeneralScreen() {
  return (
    <SettingsPage needs="viewer">
      <General />
    </SettingsPage>
  );
}

function General() {
  const { project } = useProject();
  const named = useQuery(projectQuery(project.id));
  const mcp = useQuery(mcpSettingsQuery(project.id));
  const memory = useQuery(memorySettingsQuery(project.id));
  const search = useQuery(searchSettingsQuery(project.id));
  return (
    <>
      <Loaded query={named} label={texts.loading}>
        {(value) => <ProjectForm value={value} />}
      </Loaded>
      <Loaded query={mcp} label={texts.loading}>
        {(value) => <McpForm value={value} />}
      </Loaded>
      <Loaded query={memory} label={texts.loading}>
        {(value) => <MemoryForm value={value} />}
      </Loaded>
      <Loaded query={search} label={texts.loading}>
        {(value) => <SearchForm value={value} />}
      </Loaded>
      <Quotas />
    </>
  );
}

function ProjectForm({ value }: { value: Tagged<Project> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const edit = useEdit({
    value,
    toDraft: ({ name }) => ({ name }),
    save: async ({ name }, { etag }) => {
      const saved = await renameProject(project.id, name.trim(), etag);
      client.setQueryData(projectQuery(project.id).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['me'] });
      return saved;
    },
    reread: () => client.fetchQuery({ ...projectQuery(project.id), staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{general.project}</h2>
      <Overtaken
        edit={edit}
        labels={{ name: general.name }}
        change={{ action: 'projects.rename' }}
      />
      <fieldset className="form" disabled={!is('admin')}>
        <TextField
          id="project-name"
          label={general.name}
          error={edit.issueAt('/name')}
          input={{ required: true, maxLength: 200 }}
          value={edit.draft.name}
          onChange={(name) => edit.change({ name })}
        />
      </fieldset>
      <p>
        {general.slug}: <code>{value.slug}</code> <span className="quiet">{general.slugNote}</span>
      </p>
      <Foot edit={edit} />
    </form>
  );
}

function McpForm({ value }: { value: Tagged<McpSettings> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = mcpSettingsQuery(project.id);
  const edit = useEdit({
    value,
    toDraft: ({ mcp_approvals }: McpSettings) => ({ mcp_approvals }),
    save: async (draft, { etag }) => {
      const saved = await changeMcpSettings(project.id, draft, etag);
      client.setQueryData(query.queryKey, saved);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{general.mcp}</h2>
      <Overtaken
        edit={edit}
        labels={{ mcp_approvals: general.mcpApprovals }}
        change={{ action: 'mcp-settings.change' }}
      />
      <fieldset className="form" disabled={!is('admin')}>
        <ChoiceField
          id="mcp-approvals"
          label={general.mcpApprovals}
          note={general.mcpAbout}
          options={MCP}
          value={edit.draft.mcp_approvals}
          onChange={(mcp_approvals) => edit.change({ mcp_approvals })}
        />
      </fieldset>
      <Foot edit={edit} />
    </form>
  );
}

function MemoryForm({ value }: { value: Tagged<MemorySettings> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = memorySettingsQuery(project.id);
  const edit = useEdit({
    value,
    toDraft: ({ memory_model, memory_review }: MemorySettings) => ({
      memory_model: memory_model ?? '',
      memory_review,
    }),
    save: async ({ memory_model, memory_review }, { etag }) => {
      const body = { memory_model: memory_model.trim() || null, memory_review };
      const saved = await changeMemorySettings(project.id, body, etag);
      client.setQueryData(query.queryKey, saved);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{general.memory}</h2>
      <Overtaken
        edit={edit}
        labels={{ memory_model: general.memoryModel, memory_review: general.memoryReview }}
        change={{ action: 'memory-settings.change' }}
      />
      <fieldset className="form" disabled={!is('admin')}>
        <ChoiceField
          id="memory-review"
          label={general.memoryReview}
          options={REVIEWS}
          value={edit.draft.memory_review}
          onChange={(memory_review) => edit.change({ memory_review })}
        />
        <TextField
          id="memory-model"
          label={general.memoryModel}
          note={general.memoryModelNote}
          error={edit.issueAt('/memory_model')}
          input={{ maxLength: 200 }}
          value={edit.draft.memory_model}
          onChange={(memory_model) => edit.change({ memory_model })}
        />
      </fieldset>
      <Foot edit={edit} />
    </form>
  );
}

function SearchForm({ value }: { value: Tagged<SearchSettings> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = searchSettingsQuery(project.id);
  const edit = useEdit({
    value,
    toDraft: ({ by_meaning }: SearchSettings) => ({ by_meaning }),
    save: async (draft, { etag }) => {
      const saved = await changeSearchSettings(project.id, draft, etag);
      client.setQueryData(query.queryKey, saved);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  const { available, sections, problem } = value;
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{general.search}</h2>
      <Overtaken
        edit={edit}
        labels={{ by_meaning: general.byMeaning }}
        change={{ action: 'search-settings.change' }}
      />
      <fieldset className="form" disabled={!is('admin') || !(available || value.by_meaning)}>
        <FlagField
          label={general.byMeaning}
          value={edit.draft.by_meaning}
          onChange={(by_meaning) => edit.change({ by_meaning })}
        />
      </fieldset>
      <p className="quiet">{available ? general.byMeaningNote : general.byMeaningNotHere}</p>
      {sections !== null && <p>{general.embedded(sections.embedded, sections.all)}</p>}
      {problem !== null && <p className="note">{visibleText(problem)}</p>}
      <Foot edit={edit} />
    </form>
  );
}

function Foot<D extends object>({ edit }: { edit: Edit<D> }) {
  const { is } = useProject();
  return is('admin') ? <SaveBar edit={edit} /> : <p className="quiet">{texts.onlyAdmins}</p>;
}

function listEntries<Name extends string>(
  names: Readonly<Record<Name, string>>,
): (readonly [Name, string])[] {
  return (Object.keys(names) as Name[]).map((name) => [name, names[name]]);
}
