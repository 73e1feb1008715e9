import { useQueryClient } from '@tanstack/react-query';
import { acceptMemory, revokeMemory } from '../../api/memories.js';
import type { Memory } from '../../api/types.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/memories.js';

const SHORT = 60;

/** Actions on a memory. `whole` adds the action that erases the text. */
export function MemoryActions({ memory, whole = false }: { memory: Memory; whole?: boolean }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const { id, status, text } = memory;
  const name = text === null ? texts.erased : shortened(visibleText(text));
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['memories', project.id] });
  const isKept = status === 'active' || status === 'pending';
  return (
    <div className="buttons">
      {status === 'pending' && (
        <button
          type="button"
          className="small"
          disabled={busy}
          aria-label={texts.of(texts.accept, name)}
          onClick={() =>
            void run(async () => {
              await acceptMemory(project.id, id);
              await reread();
            })
          }
        >
          {texts.accept}
        </button>
      )}
      {isKept && (
        <ConfirmButton
          label={texts.revoke}
          title={texts.of(texts.revoke, name)}
          about={texts.revokeAbout}
          action={async () => {
            await revokeMemory(project.id, id, false);
            await reread();
          }}
        />
      )}
      {whole && text !== null && (
        <ConfirmButton
          label={texts.erase}
          title={texts.of(texts.erase, name)}
          about={texts.eraseAbout}
          action={async () => {
            await revokeMemory(project.id, id, true);
            await reread();
          }}
        />
      )}
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}

function shortened(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
