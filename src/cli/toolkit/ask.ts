import type * as Clack from '@clack/prompts';
import { CommandError } from './command-error.js';
import { EXIT } from './exit-codes.js';
import { stderr } from './output.js';
import { plainLine, plainText, shownText } from './plain-text.js';
import { isInteractive } from './terminal.js';

/** A question, and the flag that answers it without a terminal. */
interface Question {
  message: string;
  /** Option that a program gives instead, such as `--template <name>`. */
  flag: string;
}

export interface TextQuestion extends Question {
  initial?: string | undefined;
  placeholder?: string | undefined;
  /** Returns an error message for an invalid answer. */
  check?: (answer: string) => string | undefined;
}

export interface ChoiceQuestion<T extends string> extends Question {
  choices: readonly { value: T; label?: string; hint?: string }[];
  initial?: T | undefined;
}

// Prompts go to standard error, since standard output is for results. They write to the terminal directly, so their
// texts are sanitised here.
const output = stderr.stream;

export async function askText(question: TextQuestion): Promise<string> {
  const { text } = await prompts(question);
  const { message, initial, placeholder, check } = question;
  const answer = await text({
    message: plainText(message),
    output,
    ...(initial === undefined ? {} : { initialValue: shownText(initial) }),
    ...(placeholder === undefined ? {} : { placeholder: plainLine(placeholder) }),
    validate: (value) => {
      const wrong = check?.(value ?? '');
      return wrong === undefined ? undefined : plainLine(wrong);
    },
  });
  return given(answer);
}

/** Asks like {@link askText}, without echoing the input. */
export async function askSecret(question: Question): Promise<string> {
  const { password } = await prompts(question);
  return given(await password({ message: plainText(question.message), output }));
}

export async function askChoice<T extends string>(question: ChoiceQuestion<T>): Promise<T> {
  const { select } = await prompts(question);
  const { message, choices, initial } = question;
  const options = choices.map(({ value, label, hint }) => ({
    value,
    label: plainLine(label ?? value),
    ...(hint === undefined ? {} : { hint: plainLine(hint) }),
  }));
  const answer = await select<string>({
    message: plainText(message),
    output,
    options,
    ...(initial === undefined ? {} : { initialValue: initial }),
  });
  const chosen = given(answer);
  const found = choices.find(({ value }) => value === chosen);
  if (found === undefined) throw new Error(`${chosen} was not among the choices`);
  return found.value;
}

export async function askYes(question: Question): Promise<boolean> {
  const { confirm } = await prompts(question);
  return given(
    await confirm({ message: plainText(question.message), output, initialValue: false }),
  );
}

async function prompts({ message, flag }: Question): Promise<typeof Clack> {
  if (!isInteractive())
    throw new CommandError(`There is no terminal to ask on: ${message}`, {
      code: 'no_terminal',
      fix: `Give ${flag}.`,
      docs: 'cli.md#without-a-terminal',
      exit: EXIT.usage,
    });
  return import('@clack/prompts');
}

/** Returns the answer. Throws if the prompt was cancelled with Ctrl-C, for which it returns a symbol. */
function given<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol')
    throw new CommandError('Nothing was done.', { code: 'interrupted', exit: EXIT.interrupted });
  return answer as Exclude<T, symbol>;
}
