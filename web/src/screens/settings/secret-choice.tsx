import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { secretsQuery } from '../../api/settings.js';
import { ChoiceField } from '../../parts/fields.js';
import { useProject } from '../../parts/use-project.js';

/** Choice of a secret by its name; its value is never read. `none` is the label of the option ''. */
export function SecretChoice({
  none,
  store,
  ...field
}: {
  id: string;
  label: string;
  note: string;
  none: string;
  /** Text of the link to the secrets of the project. */
  store: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { project } = useProject();
  const secrets = useQuery(secretsQuery(project.id)).data ?? [];
  const names = secrets.map(({ name }) => name);
  const all = field.value === '' || names.includes(field.value) ? names : [field.value, ...names];
  return (
    <>
      <ChoiceField
        {...field}
        options={[['', none] as const, ...all.map((name) => [name, name] as const)]}
      />
      <p>
        <Link to="/p/$project/settings/secrets" params={{ project: project.slug }}>
          {store}
        </Link>
      </p>
    </>
  );
}
