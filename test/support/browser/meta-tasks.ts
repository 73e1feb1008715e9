import type { Locator, Page } from 'playwright-core';

/** A script whose params are typed. */
export const BOOKING = `from typing import TypedDict


class Params(TypedDict):
    month: str


def run(params: Params, reporter):
    reporter.set_phase("Booking")
    print("booking", params["month"])
    return {"booked": params["month"]}
`;

/** A script that asks what its params say. */
export const PUBLISH = `
def run(params, reporter):
    return reporter.ask_approval(params["prompt"], proposal=params.get("proposal"), form=params.get("form"), expires_in=params.get("expires_in"))
`;

/** A form with a field of each kind. */
export const PUBLISH_FORM = {
  type: 'object',
  required: ['channel', 'title'],
  properties: {
    channel: { title: 'Where', enum: ['website', 'newsletter'] },
    title: { title: 'Title', type: 'string', pattern: '^[A-Z]', examples: ['Winter'] },
    top: { title: 'Keep it on top', type: 'boolean' },
    copies: { title: 'Copies', type: 'integer', default: 2 },
  },
};

/** Returns the editor of a script. */
export function locateEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Script in/ });
}

/** Goes to the end of the script in the editor, and writes. */
export async function writeAtEnd(page: Page, text: string): Promise<void> {
  await locateEditor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}
