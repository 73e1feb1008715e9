import { Link, useSearch } from '@tanstack/react-router';
import { Page } from '../../parts/page.js';
import { UnknownParameters } from '../../parts/unknown-parameters.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/schedules.js';
import { NewScheduleForm } from './schedule-form.js';

/** Screen to create a schedule. */
export function NewScheduleScreen() {
  const { project, is } = useProject();
  const { type, unknown } = useSearch({ from: '/signed-in/p/$project/schedules/new' });
  return (
    <Page
      title={texts.form.titleNew}
      lead={
        <Link className="back" to="/p/$project/schedules" params={{ project: project.slug }}>
          {texts.back}
        </Link>
      }
    >
      <UnknownParameters names={unknown} />
      {is('author') ? <NewScheduleForm type={type} /> : <p className="note">{texts.form.mayNot}</p>}
    </Page>
  );
}
