import { Link } from '@tanstack/react-router';
import type { Task } from '../api/types.js';
import { Status } from './status.js';
import { UserText } from './user-text.js';
import { When } from './when.js';

/** A compact list of runs, each with a link. */
export function TaskList({ tasks, project }: { tasks: readonly Task[]; project: string }) {
  return (
    <ul className="task-list">
      {tasks.map((task) => (
        <li key={task.id}>
          <Status of={task.status} />
          <Link to="/p/$project/runs/$task" params={{ project, task: task.id }}>
            <UserText>{task.name}</UserText>
          </Link>
          <span className="quiet">{task.task_type}</span>
          <span className="quiet">
            <When time={task.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
