import { useRef } from 'react';
import { texts } from '../../texts/en/files.js';
import { chosenFiles } from './dropped-files.js';
import { useUploads } from './use-uploads.js';
import type { FilePlace } from './use-workspace.js';

/** A button that asks for files and uploads them to a folder. */
export function UploadButton({ place }: { place: FilePlace }) {
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
          // The same file may be chosen once more.
          target.value = '';
        }}
      />
    </>
  );
}
