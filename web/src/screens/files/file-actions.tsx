import { Link, useSearch } from '@tanstack/react-router';
import { useState, useRef } from 'react';
import { fileAddress } from '../../api/file-content.js';
import type { FileEntry } from '../../api/types.js';
import { getFileName } from './file-names.js';
import { texts } from '../../texts/en/files.js';
import { DeleteDialog } from './delete-dialog.js';
import { MoveDialog } from './move-dialog.js';
import type { FilePlace } from './use-workspace.js';
import { chosenFiles } from './dropped-files.js';
import { useUploads } from './use-uploads.js';

const { actions: words } = texts;

/** Actions on a file or folder. `entry` is null for the root folder. */
export function FileActions({ place, entry }: { place: FilePlace; entry: FileEntry | null }) {
  const { project, ws, path, mayWrite } = place;
  const { deleted } = useSearch({ from: '/signed-in/p/$project/files/$ws/$' });
  const [open, setOpen] = useState<'move' | 'remove' | null>(null);
  const isFile = entry?.type === 'file';
  const close = (): void => setOpen(null);
  return (
    <div className="buttons">
      {!isFile && mayWrite && deleted !== true && <UploadButton place={place} />}
      {!isFile && (
        <Link
          className="button"
          from="/p/$project/files/$ws/$"
          to="."
          search={deleted === true ? {} : { deleted: true }}
        >
          {deleted === true ? words.present : words.deleted}
        </Link>
      )}
      {isFile && (
        <a className="button" href={fileAddress(project.id, ws, path)} download={getFileName(path)}>
          {words.download}
        </a>
      )}
      {isFile && entry.conversion !== null && entry.converted_from !== null && (
        <a
          className="button"
          href={fileAddress(project.id, ws, path, true)}
          download={entry.converted_from}
        >
          {words.original}
        </a>
      )}
      {entry !== null && mayWrite && (
        <>
          <button type="button" onClick={() => setOpen('move')}>
            {words.move}
          </button>
          <button type="button" className="danger" onClick={() => setOpen('remove')}>
            {words.remove}
          </button>
        </>
      )}
      {entry !== null && open === 'move' && (
        <MoveDialog place={place} entry={entry} onClose={close} />
      )}
      {entry !== null && open === 'remove' && (
        <DeleteDialog place={place} entry={entry} onClose={close} />
      )}
    </div>
  );
}

/** Button that lets the user choose files to upload to a folder. */
function UploadButton({ place }: { place: FilePlace }) {
  const { queue } = useUploads(place);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="primary" onClick={() => field.current?.click()}>
        {texts.upload.button}
      </button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={texts.upload.choose}
        onChange={({ target }) => {
          queue.add(place.ws, chosenFiles(target.files ?? [], place.path));
          // Clears the field, so that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
