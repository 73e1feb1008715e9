import { Link } from '@tanstack/react-router';
import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { UserText } from '../../parts/user-text.js';
import { number } from '../../texts/en/format.js';
import { texts } from '../../texts/en/health.js';

/** Numbers of pending, running and waiting runs, by project. */
export function QueueCard({ projects }: { projects: Installation['projects'] }) {
  const { columns } = texts;
  return (
    <Card title={texts.queue}>
      {projects.length === 0 ? (
        <p>{texts.queueEmpty}</p>
      ) : (
        <table className="plain-table" aria-label={texts.queueList}>
          <thead>
            <tr>
              {Object.values(columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map(({ slug, name, pending, running, waiting }) => (
              <tr key={slug}>
                <td className="health-name">
                  <Link to="/p/$project/runs" params={{ project: slug }}>
                    <UserText>{name}</UserText>
                  </Link>
                </td>
                <td>{number(pending)}</td>
                <td>{number(running)}</td>
                <td>{number(waiting)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
