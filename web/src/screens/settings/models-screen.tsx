import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { providersQuery } from '../../api/model-providers.js';
import { budgetQuery } from '../../api/project-settings.js';
import type { ModelProvider } from '../../api/types.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { texts } from '../../texts/en/models.js';
import { texts as settings } from '../../texts/en/settings.js';
import { BudgetForm } from './budget-form.js';
import { SettingsPage } from './settings-page.js';

/** Providers of language models, and the project's budget for them. */
export function ModelsScreen() {
  return (
    <SettingsPage needs="viewer">
      <Models />
    </SettingsPage>
  );
}

function Models() {
  const { project, is } = useProject();
  const budget = useQuery(budgetQuery(project.id));
  return (
    <>
      <section className="column" aria-labelledby="providers">
        <h2 id="providers">{texts.title}</h2>
        <p className="quiet">{texts.about}</p>
        {is('author') ? <Providers /> : <p className="note">{settings.mayNot('author')}</p>}
      </section>
      <Loaded query={budget} label={texts.loading}>
        {(value) => <BudgetForm value={value} />}
      </Loaded>
    </>
  );
}

function Providers() {
  const { project, is } = useProject();
  const query = useQuery(providersQuery(project.id));
  const { name, kind, models, secret, by } = texts.columns;
  return (
    <>
      <Loaded query={query} label={texts.loading}>
        {(providers) =>
          providers.length === 0 ? (
            <Empty title={texts.none} about={texts.noneAbout} command={texts.command} />
          ) : (
            <RowsTable label={texts.list} columns={[name, kind, models, secret, by]}>
              {providers.map((provider) => (
                <Row key={provider.scope + provider.name} provider={provider} />
              ))}
            </RowsTable>
          )
        }
      </Loaded>
      {is('admin') && (
        <div className="buttons">
          <Link
            className="button primary"
            to="/p/$project/settings/models/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        </div>
      )}
    </>
  );
}

function Row({ provider }: { provider: ModelProvider }) {
  const { project } = useProject();
  const { id, name, models, updated_by: by, updated_at: at } = provider;
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        {id === null ? (
          name
        ) : (
          <Link
            to="/p/$project/settings/models/$provider"
            params={{ project: project.slug, provider: id }}
          >
            {name}
          </Link>
        )}{' '}
        {id === null && <span className="pill">{texts.ofInstallation}</span>}
      </td>
      <td role="cell">{texts.kinds[provider.kind]}</td>
      <td role="cell">{models.map((model) => model.name).join(', ')}</td>
      <td role="cell">
        {provider.secret === null ? texts.noSecret : <code>{provider.secret}</code>}
      </td>
      <td role="cell">
        {by !== null && at !== null && (
          <>
            {visibleText(by)}, <When time={at} />
          </>
        )}
      </td>
    </tr>
  );
}
