import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Tagged } from '../../api/conditions.js';
import { budgetQuery, changeBudget } from '../../api/project-settings.js';
import type { ModelBudget } from '../../api/types.js';
import { BudgetBars } from '../../parts/budget-bars.js';
import { TextField } from '../../parts/fields.js';
import { parseNumberField, numberText } from '../../parts/number-text.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { texts as all } from '../../texts/en/models.js';

const texts = all.budget;

/** Form for the monthly budget of the project for language models. */
export function BudgetForm({ value }: { value: Tagged<ModelBudget> }) {
  const { project, is } = useProject();
  const client = useQueryClient();
  const query = budgetQuery(project.id);
  const edit = useEdit({
    value,
    toDraft: (budget: ModelBudget) => ({
      usd: numberText(budget.model_budget_usd_month),
      tokens: numberText(budget.model_budget_tokens_month),
    }),
    save: async ({ usd, tokens }, { etag }) => {
      const body = {
        model_budget_usd_month: parseNumberField(usd),
        model_budget_tokens_month: parseNumberField(tokens),
      };
      const saved = await changeBudget(project.id, body, etag);
      client.setQueryData(query.queryKey, saved);
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{texts.title}</h2>
      <p className="quiet">{texts.about}</p>
      <BudgetBars budget={value} />
      <Overtaken
        edit={edit}
        labels={{ usd: texts.usd, tokens: texts.tokens }}
        change={{ action: 'model-usage.change' }}
      />
      {is('admin') && (
        <>
          <TextField
            id="budget-usd"
            label={texts.usd}
            note={texts.note}
            error={edit.issueAt('/model_budget_usd_month')}
            input={{ type: 'number', min: 0, step: 'any' }}
            value={edit.draft.usd}
            onChange={(usd) => edit.change({ usd })}
          />
          <TextField
            id="budget-tokens"
            label={texts.tokens}
            error={edit.issueAt('/model_budget_tokens_month')}
            input={{ type: 'number', min: 0, step: 1 }}
            value={edit.draft.tokens}
            onChange={(tokens) => edit.change({ tokens })}
          />
          <SaveBar edit={edit} />
        </>
      )}
      <p>
        <Link to="/p/$project/usage" params={{ project: project.slug }}>
          {texts.usage}
        </Link>
      </p>
    </form>
  );
}
