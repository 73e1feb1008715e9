import { useQuery, useQueryClient } from '@tanstack/react-query';
import { imagesQuery } from '../../api/images.js';
import { changeMetaTask } from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { ErrorNote } from '../../parts/error-note.js';
import { ImageName } from '../../parts/image-name.js';
import { orReread } from '../../parts/or-reread.js';
import { useAction } from '../../parts/use-action.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/images.js';

/** The image that a version runs on; of the current one also the way to the digest that the image has now. */
export function VersionImage({ metaTask }: { metaTask: MetaTask }) {
  const { is } = useProject();
  const { docker_image_id: id, docker_image_digest: digest } = metaTask;
  if (id === null) return null;
  const isCurrent = metaTask.version === metaTask.current_version;
  return (
    <div className="panel column">
      <p>
        {texts.onImage}: <ImageName id={id} digest={digest} />
      </p>
      {isCurrent && is('author') && <Moved metaTask={metaTask} id={id} />}
    </div>
  );
}

function Moved({ metaTask, id }: { metaTask: MetaTask; id: string }) {
  const { project } = useProject();
  const client = useQueryClient();
  const { busy, error, run } = useAction();
  const image = useQuery(imagesQuery(project.id)).data?.find((one) => one.id === id);
  const version = image?.version ?? null;
  if (version === null || version.id === metaTask.docker_image_version_id) return null;
  const reread = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['meta-task', project.id, metaTask.identifier] });
  const take = (): void =>
    void run(async () => {
      await orReread(() => changeMetaTask(project.id, metaTask, { docker_image_id: id }), reread);
      await reread();
    });
  return (
    <>
      <p role="status">
        {texts.moved} <span className="quiet">{texts.takeNote}</span>
      </p>
      <div className="buttons">
        <button type="button" disabled={busy} onClick={take}>
          {busy ? texts.taking : texts.take}
        </button>
      </div>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}
