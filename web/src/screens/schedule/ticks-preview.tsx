import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { toRequestError } from '../../api/request-error.js';
import { previewQuery } from '../../api/schedules.js';
import { useProject } from '../../parts/use-project.js';
import { useSettled } from '../../parts/use-settled.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/schedules.js';
import { type ScheduleDraft, toScheduleTimes } from './schedule-draft.js';
import { Ticks } from './ticks.js';

/** Time without a keystroke after which the preview is requested, in ms. */
const PAUSE_MS = 300;

/** Preview of the next ticks of a draft, updated while it is edited. */
export function TicksPreview({ draft }: { draft: ScheduleDraft }) {
  const { project } = useProject();
  const times = useSettled(JSON.stringify(toScheduleTimes(draft)), PAUSE_MS);
  const query = useQuery({
    ...previewQuery(project.id, JSON.parse(times) as ReturnType<typeof toScheduleTimes>),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="panel" aria-labelledby="next-ticks" aria-busy={query.isFetching}>
      <h2 id="next-ticks">{texts.nextTicks}</h2>
      <div role="status">
        {query.isError && <Problem error={query.error} />}
        {!query.isError && query.data && <Ticks ticks={query.data.next_times} />}
      </div>
    </section>
  );
}

function Problem({ error }: { error: unknown }) {
  const { issues, message } = toRequestError(error);
  return (
    <p className="field-error">
      {visibleText(issues.length === 0 ? message : issues.map((one) => one.message).join('; '))}
    </p>
  );
}
