import { expect, it } from '@jest/globals';
import { LiveView } from './live-view.js';
import { Output } from './output.js';

function terminal(): { output: Output; written: string[] } {
  const written: string[] = [];
  const stream = {
    isTTY: true,
    columns: 80,
    on: () => stream,
    write: (text: string) => written.push(text) > 0,
  };
  return { output: new Output(stream as unknown as NodeJS.WriteStream), written };
}

it('a view that cannot be drawn shows the cursor again and is not drawn once more', async () => {
  const { output, written } = terminal();
  let drawn = 0;
  const view = new LiveView(output, () => {
    drawn += 1;
    throw new TypeError('no number');
  });
  expect(() => view.start()).toThrow('no number');
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(drawn).toBe(1);
  expect(written.at(-1)).toBe('\u001b[?25h');
});
