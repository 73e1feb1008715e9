import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../api/images.js';
import { changeMetaTask } from '../../api/meta-tasks.js';
import type { MetaTask } from '../../api/types.js';
import { ImageName } from '../../parts/image-name.js';
import { useProject } from '../../parts/use-project.js';
import { texts } from '../../texts/en/images.js';
import { useChange } from './use-change.js';

/** Image that a version runs on. For the current version, also a button that adopts the latest version of the image. */
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
  const { busy, change, said } = useChange(metaTask.identifier);
  const image = useQuery(imagesQuery(project.id)).data?.find((one) => one.id === id);
  const version = image?.version ?? null;
  const isMoved = version !== null && version.id !== metaTask.docker_image_version_id;
  const take = (): void =>
    change(() => changeMetaTask(project.id, metaTask, { docker_image_id: id }));
  return (
    <>
      {isMoved && (
        <>
          <p role="status">
            {texts.moved} <span className="quiet">{texts.takeNote}</span>
          </p>
          <div className="buttons">
            <button type="button" disabled={busy} onClick={take}>
              {busy ? texts.taking : texts.take}
            </button>
          </div>
        </>
      )}
      {said}
    </>
  );
}
