import { visibleText } from '../../parts/visible-text.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/files.js';
import type { OnExisting, Upload, UploadQueue } from './upload-queue.js';
import { useUploads } from './use-uploads.js';
import type { FilePlace } from './use-workspace.js';

const { upload: words } = texts;

/** Uploads to a workspace, with their states. */
export function UploadTray({ place }: { place: FilePlace }) {
  const { queue, uploads } = useUploads(place);
  if (uploads.length === 0) return null;
  const listUploadIds = (...states: Upload['state'][]): number[] =>
    uploads.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  const exist = listUploadIds('exists');
  const left = listUploadIds('waits', 'sends');
  const done = listUploadIds('stored');
  return (
    <section className="panel upload-tray" aria-label={words.tray}>
      <header>
        <span role="status">
          {left.length > 0 ? words.left(left.length) : words.done(done.length)}
          {exist.length > 0 && ` ${words.exist(exist.length)}`}
        </span>
        <span className="buttons">
          {exist.length > 1 && (
            <>
              <button type="button" className="small" onClick={() => queue.resume(exist)}>
                {words.replaceAll}
              </button>
              <button type="button" className="small" onClick={() => queue.resume(exist, 'skip')}>
                {words.skipAll}
              </button>
            </>
          )}
          {done.length > 0 && (
            <button type="button" className="small" onClick={() => queue.drop(done)}>
              {words.clear}
            </button>
          )}
        </span>
      </header>
      <ul>
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function Row({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { id, size, folder, state, share, error } = upload;
  const name = visibleText(upload.name);
  const button = (label: string, action: () => void) => (
    <button
      type="button"
      className="small"
      aria-label={words.of(label, name)}
      onClick={action}
      key={label}
    >
      {label}
    </button>
  );
  const existing = (label: string, on: OnExisting) => button(label, () => queue.resume([id], on));
  return (
    <li>
      <span className="upload-name">
        <bdi>{name}</bdi>{' '}
        <span className="quiet">
          {bytes(size)} {words.to(visibleText(folder))}
        </span>
      </span>
      <span className={state === 'failed' ? 'error' : 'quiet'}>{words.states[state]}</span>
      {state === 'sends' && <progress value={share} aria-label={words.progress(name)} />}
      <span className="buttons">
        {state === 'exists' && [
          existing(words.replace, 'replace'),
          existing(words.keepBoth, 'keep-both'),
          existing(words.skip, 'skip'),
        ]}
        {state === 'failed' && button(words.again, () => queue.resume([id]))}
        {state !== 'stored' && state !== 'exists' && button(words.cancel, () => queue.drop([id]))}
      </span>
      {state === 'failed' && error !== null && (
        <span className="upload-error error">{visibleText(error.message)}</span>
      )}
    </li>
  );
}
