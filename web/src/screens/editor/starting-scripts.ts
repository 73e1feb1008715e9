/** Names of the scripts to start from. The scripts are code, so they are not translated with the dashboard. */
export const TEMPLATES = ['hello', 'steps', 'approval'] as const;
export type Template = (typeof TEMPLATES)[number];
export const LANGUAGES = ['python', 'typescript'] as const;
export type Language = (typeof LANGUAGES)[number];

const PYTHON: Readonly<Record<Template, string>> = {
  hello: `from typing import TypedDict

from metarun import Reporter


class Params(TypedDict):
    name: str


def run(params: Params, reporter: Reporter):
    reporter.set_phase("Greeting")
    print("greeting", params["name"])
    return {"greeting": f"Hello, {params['name']}!"}
`,
  steps: `from typing import List, TypedDict

from metarun import Reporter


class Params(TypedDict):
    orders: List[str]


def run(params: Params, reporter: Reporter):
    # What a step returns is recorded: when the script runs again, the step does not.
    booked = []
    for order in params["orders"]:
        booked.append(reporter.step(f"book {order}", lambda: book(order), attempts=3))
    return {"booked": booked}


def book(order: str) -> str:
    print("booking", order)
    return order.upper()
`,
  approval: `from typing import TypedDict

from metarun import Reporter


class Params(TypedDict):
    text: str


def run(params: Params, reporter: Reporter):
    # The task waits without a process. A rejection raises ApprovalRejected.
    approval = reporter.ask_approval("Publish it?", proposal={"text": params["text"]}, expires_in=3600)
    return {"published": params["text"], "by": approval["decided_by"]}
`,
};

const TYPESCRIPT: Readonly<Record<Template, string>> = {
  hello: `import type { Reporter } from 'metarun/workflow';

interface Params {
  name: string;
}

export default async function run({ name }: Params, reporter: Reporter) {
  reporter.setPhase('Greeting');
  console.log('greeting', name);
  return { greeting: \`Hello, \${name}!\` };
}
`,
  steps: `import type { Reporter } from 'metarun/workflow';

interface Params {
  orders: string[];
}

export default async function run({ orders }: Params, reporter: Reporter) {
  // What a step returns is recorded: when the script runs again, the step does not.
  const booked: string[] = [];
  for (const order of orders)
    booked.push(await reporter.step(\`book \${order}\`, () => book(order), { attempts: 3 }));
  return { booked };
}

function book(order: string): string {
  console.log('booking', order);
  return order.toUpperCase();
}
`,
  approval: `import type { Reporter } from 'metarun/workflow';

interface Params {
  text: string;
}

export default async function run({ text }: Params, reporter: Reporter) {
  // The task waits without a process. A rejection is thrown as ApprovalRejected.
  const approval = await reporter.askApproval('Publish it?', {
    proposal: { text },
    expiresIn: 3600,
  });
  return { published: text, by: approval.decided_by };
}
`,
};

export function startingScript(template: Template, language: Language): string {
  return (language === 'python' ? PYTHON : TYPESCRIPT)[template];
}
