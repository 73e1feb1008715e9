import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Labelled } from '../../parts/labelled.js';
import { Page } from '../../parts/page.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/editor.js';
import { texts as metaTaskTexts } from '../../texts/en/meta-task.js';
import { Editing } from './editing.js';
import { keptText } from './kept-text.js';
import { LANGUAGES, startingScript, TEMPLATES } from './starting-scripts.js';

/** Screen to create a meta-task: its language, template and script. */
export function NewEditorScreen() {
  const { project, is } = useProject();
  const search = useSearch({ from: '/signed-in/p/$project/meta-tasks/new' });
  const template = TEMPLATES.find((one) => one === search.template) ?? 'hello';
  const language = LANGUAGES.find((one) => one === search.language) ?? 'python';
  const isKept = keptText(`${project.id} new`) !== null;
  return (
    <Page
      title={texts.titleNew}
      lead={
        <Link className="back" to="/p/$project/meta-tasks" params={{ project: project.slug }}>
          {texts.backToAll}
        </Link>
      }
    >
      <UnknownParameters names={search.unknown} />
      {is('author') ? (
        <Editing
          key={`${template} ${language}`}
          start={{
            current: null,
            definition: { name: texts.newName, max_attempts: 1, network: 'none' },
            text: startingScript(template, language),
            language,
          }}
          above={!isKept && <Choices template={template} language={language} />}
        />
      ) : (
        <p className="note">{texts.mayNot}</p>
      )}
    </Page>
  );
}

/** Choice of language and template, both kept in the address. */
function Choices({ template, language }: { template: string; language: string }) {
  const { project } = useProject();
  const navigate = useNavigate();
  const choose = (search: { template: string; language: string }): void =>
    void navigate({
      to: '/p/$project/meta-tasks/new',
      params: { project: project.slug },
      search,
      replace: true,
    });
  return (
    <div className="filters">
      <Labelled id="new-language" label={texts.language}>
        {(field) => (
          <select
            {...field}
            value={language}
            onChange={({ target }) => choose({ template, language: target.value })}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {metaTaskTexts.languages[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled id="new-template" label={texts.template}>
        {(field) => (
          <select
            {...field}
            value={template}
            onChange={({ target }) => choose({ template: target.value, language })}
          >
            {TEMPLATES.map((one) => (
              <option key={one} value={one}>
                {texts.templates[one]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  );
}
