import type { Locator, Page } from 'playwright-core';

/** A script with typed params. */
export const BOOKING = `from typing import TypedDict


class Params(TypedDict):
    month: str


def run(params: Params, reporter):
    reporter.set_phase("Booking")
    print("booking", params["month"])
    return {"booked": params["month"]}
`;

/** A script that asks for an approval with the prompt, proposal and form of its params. */
export const PUBLISH = `
def run(params, reporter):
    return reporter.ask_approval(params["prompt"], proposal=params.get("proposal"), form=params.get("form"), expires_in=params.get("expires_in"))
`;

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

export function locateEditor(page: Page): Locator {
  return page.getByRole('textbox', { name: /^Script in/ });
}

export async function writeAtEnd(page: Page, text: string): Promise<void> {
  await locateEditor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}
