import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDrafts } from '../../api/editor.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { listTexts } from '../../texts/en/runs.js';

const texts = listTexts.drafts;

/** Note that explains drafts, with a button that deletes the user's drafts. */
export function DraftsNote({ projectId, mayDelete }: { projectId: string; mayDelete: boolean }) {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<number | null>(null);
  return (
    <div className="drafts-note">
      <p className="quiet">{texts.about}</p>
      {mayDelete && (
        <ConfirmButton
          label={texts.remove}
          title={texts.remove}
          about={texts.removeAbout}
          action={async () => {
            const { deleted } = await deleteDrafts(projectId);
            setRemoved(deleted);
            await client.invalidateQueries({ queryKey: ['runs', projectId] });
          }}
        />
      )}
      <span role="status">{removed !== null && texts.removed(removed)}</span>
    </div>
  );
}
