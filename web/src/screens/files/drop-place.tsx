import { type DragEvent, type ReactNode, useState } from 'react';
import { texts } from '../../texts/en/files.js';
import { droppedFiles } from './dropped-files.js';
import { useUploads } from './use-uploads.js';
import type { FilePlace } from './use-workspace.js';

/** A place on which files are dropped to be uploaded to a folder. */
export function DropPlace({ place, children }: { place: FilePlace; children: ReactNode }) {
  const { queue } = useUploads(place);
  const [over, setOver] = useState(false);
  if (!place.mayWrite) return children;
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer.items, place.path)
      .then((chosen) => queue.add(place.ws, chosen))
      .catch(() => undefined);
  };
  return (
    <div
      className={over ? 'drop-place drop-over' : 'drop-place'}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget))
          setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
      <p className="quiet drop-hint">{texts.upload.drop}</p>
    </div>
  );
}
