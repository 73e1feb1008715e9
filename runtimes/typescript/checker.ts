/**
 * A long-lived process that compiles scripts, so that no script's text is parsed inside the server. One
 * request a line, `{"id", "source"}`; one answer a line, `{"id", "result"}` with a CheckResult.
 */
import { compile } from './compile.js';
import { openChannel } from './lines.js';
import { becomeNobody } from './nobody.js';

becomeNobody();

interface Request {
  id: number;
  source: string;
}

const channel = openChannel((line) => {
  // The host is trusted by its guest.
  void answer(JSON.parse(line) as Request);
});

async function answer({ id, source }: Request): Promise<void> {
  const result = await compile(source);
  channel.write(`${JSON.stringify({ id, result })}\n`);
}
