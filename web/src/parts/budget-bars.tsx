import type { ModelBudget } from '../api/types.js';
import { number } from '../texts/en/format.js';
import { texts as all } from '../texts/en/models.js';
import { Fact } from './fact.js';
import { Meter } from './meter.js';
import { Upcoming } from './upcoming.js';

const texts = all.budget;

/** Used part of the model budget of a project in this month. */
export function BudgetBars({ budget }: { budget: ModelBudget }) {
  return (
    <dl className="figures budget">
      <Fact name={texts.usd}>
        <Bar used={budget.used_usd} limit={budget.model_budget_usd_month} text={texts.usdText} />
      </Fact>
      <Fact name={texts.tokens}>
        <Bar
          used={budget.used_tokens}
          limit={budget.model_budget_tokens_month}
          text={texts.tokensText}
          amount={number}
        />
      </Fact>
      <Fact name={texts.resets}>
        <Upcoming time={budget.resets_at} />
      </Fact>
    </dl>
  );
}

function Bar({
  used,
  limit,
  text,
  amount = text,
}: {
  used: number;
  limit: number | null;
  text: (amount: number) => string;
  /** Formats the used amount in front of "of", without the unit. */
  amount?: (amount: number) => string;
}) {
  if (limit === null) return texts.usedOnly(text(used));
  const label = texts.used(amount(used), text(limit));
  return (
    <>
      {label}
      <Meter used={used} limit={limit} label={label} />
    </>
  );
}
