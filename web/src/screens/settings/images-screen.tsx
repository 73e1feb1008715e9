import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { imagesQuery } from '../../api/images.js';
import type { Image } from '../../api/types.js';
import { useImagesLive } from '../../live/use-images-live.js';
import { Empty } from '../../parts/empty.js';
import { Loaded } from '../../parts/loaded.js';
import { RowsTable } from '../../parts/rows-table.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/images.js';
import { Interpreters } from './image-interpreters.js';
import { SettingsPage } from './settings-page.js';

/** Container images that meta-tasks of the project can run on. */
export function ImagesScreen() {
  return (
    <SettingsPage needs="viewer">
      <Images />
    </SettingsPage>
  );
}

function Images() {
  const { project, is } = useProject();
  useImagesLive(project.id);
  const query = useQuery(imagesQuery(project.id));
  const { name, reference, state, runs, size } = texts.columns;
  return (
    <>
      <p className="quiet">{texts.about}</p>
      <Loaded query={query} label={texts.loading}>
        {(images) =>
          images.length === 0 ? (
            <Empty title={texts.none} about={texts.noneAbout} command={texts.command} />
          ) : (
            <RowsTable label={texts.list} columns={[name, reference, state, runs, size]}>
              {images.map((image) => (
                <Row key={image.id} image={image} />
              ))}
            </RowsTable>
          )
        }
      </Loaded>
      {is('admin') && (
        <div className="buttons">
          <Link
            className="button primary"
            to="/p/$project/settings/images/new"
            params={{ project: project.slug }}
          >
            {texts.create}
          </Link>
        </div>
      )}
    </>
  );
}

function Row({ image: { id, name, reference, state, version } }: { image: Image }) {
  const { project } = useProject();
  return (
    <tr role="row">
      <td role="cell" className="cell-main">
        <Link to="/p/$project/settings/images/$image" params={{ project: project.slug, image: id }}>
          {name}
        </Link>
      </td>
      <td role="cell" className="cell-about">
        {visibleText(reference)}
      </td>
      <td role="cell">
        {state === 'failed' ? (
          <span className="field-error">{texts.states[state]}</span>
        ) : (
          texts.states[state]
        )}
      </td>
      <td role="cell">{version !== null && <Interpreters of={version} />}</td>
      <td role="cell">{version !== null && bytes(version.size)}</td>
    </tr>
  );
}
