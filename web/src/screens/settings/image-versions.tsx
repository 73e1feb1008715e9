import type { ImageDetail } from '../../api/types.js';
import { RowsTable } from '../../parts/rows-table.js';
import { When } from '../../parts/when.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/images.js';
import { Interpreters } from './image-interpreters.js';

/** Versions of an image, newest first. */
export function ImageVersions({ image: { versions, version: current } }: { image: ImageDetail }) {
  const { number, digest, runs, size, at } = texts.versionColumns;
  return (
    <section className="column" aria-labelledby="image-versions">
      <h3 id="image-versions">{texts.versions}</h3>
      {versions.length === 0 ? (
        <p className="quiet">{texts.noVersions}</p>
      ) : (
        <RowsTable label={texts.versionList} columns={[number, digest, runs, size, at]}>
          {versions.map((version) => (
            <tr key={version.id} role="row">
              <td role="cell" className="cell-main">
                {version.number}{' '}
                {version.id === current?.id && <span className="pill">{texts.current}</span>}
              </td>
              <td role="cell" className="cell-about">
                <code>{version.digest}</code>
              </td>
              <td role="cell">
                <Interpreters of={version} />
              </td>
              <td role="cell">{bytes(version.size)}</td>
              <td role="cell">
                <When time={version.probed_at} />
              </td>
            </tr>
          ))}
        </RowsTable>
      )}
    </section>
  );
}
