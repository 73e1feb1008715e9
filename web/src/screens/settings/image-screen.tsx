import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { deleteImage, imageQuery, imagesQuery, refreshImage } from '../../api/images.js';
import { toRequestError } from '../../api/request-error.js';
import type { ImageDetail } from '../../api/types.js';
import { useImagesLive } from '../../live/use-images-live.js';
import { ConfirmButton } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Loaded } from '../../parts/loaded.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { texts } from '../../texts/en/images.js';
import { ImageFacts } from './image-facts.js';
import { ImageVersions } from './image-versions.js';
import { SettingsPage } from './settings-page.js';

/** Details of a container image: its facts and versions, and the actions on it. */
export function ImageScreen() {
  return (
    <SettingsPage needs="viewer">
      <Image />
    </SettingsPage>
  );
}

function Image() {
  const { project, is } = useProject();
  useImagesLive(project.id);
  const { image: id } = useParams({ from: '/signed-in/p/$project/settings/images/$image' });
  const query = useQuery(imageQuery(project.id, id));
  if (query.isError && toRequestError(query.error).status === 404)
    return <Empty title={texts.title} about={texts.gone(id)} />;
  return (
    <Loaded query={query} label={texts.loading}>
      {(image) => (
        <>
          <h2>{image.name}</h2>
          <State image={image} />
          <ImageFacts image={image} />
          {is('admin') && <Refresh image={image} />}
          <ImageVersions image={image} />
          {is('admin') && <Remove image={image} />}
        </>
      )}
    </Loaded>
  );
}

function State({ image: { state, error, version } }: { image: ImageDetail }) {
  return (
    <div role="status">
      {state === 'pulling' && <p className="note">{texts.pulling}</p>}
      {state === 'failed' && error !== null && (
        <div className="note note-error">
          <p>{texts.failed}</p>
          <p>
            <UserText>{error.message}</UserText>
          </p>
          {version !== null && <p className="quiet">{texts.stays}</p>}
        </div>
      )}
    </div>
  );
}

function Refresh({ image: { id, state } }: { image: ImageDetail }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const refresh = (): void =>
    void run(async () => {
      await refreshImage(project.id, id);
      await Promise.all([
        client.invalidateQueries({ queryKey: imageQuery(project.id, id).queryKey }),
        client.invalidateQueries({ queryKey: imagesQuery(project.id).queryKey }),
      ]);
    });
  return (
    <>
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={busy || state === 'pulling'}
          onClick={refresh}
        >
          {busy ? texts.refreshing : texts.refresh}
        </button>
      </div>
      <p className="quiet">{texts.refreshNote}</p>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

/** Button that deletes an image. If meta-tasks use the image, the dialog says so, and the deletion is forced. */
function Remove({ image: { id, name, meta_tasks: users } }: { image: ImageDetail }) {
  const { project } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <div className="buttons">
      <ConfirmButton
        small={false}
        label={texts.remove}
        title={texts.of(texts.remove, name)}
        about={users.length === 0 ? texts.removeAbout : texts.removeUsed(users.length)}
        action={async () => {
          try {
            await deleteImage(project.id, id, users.length > 0);
          } catch (thrown) {
            // A meta-task may have started to use the image in the meantime.
            await client.invalidateQueries({ queryKey: imageQuery(project.id, id).queryKey });
            throw thrown;
          }
          await navigate({ to: '/p/$project/settings/images', params: { project: project.slug } });
          await client.invalidateQueries({ queryKey: imagesQuery(project.id).queryKey });
        }}
      />
    </div>
  );
}
