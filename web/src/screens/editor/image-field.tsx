import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../api/images.js';
import { ChoiceField } from '../../parts/fields.js';
import { useProject } from '../../parts/use-project.js';
import { texts as images } from '../../texts/en/images.js';
import { texts } from '../../texts/en/editor.js';

/** Chooses the image that a meta-task runs on; nothing where the project has none. */
export function ImageField({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { project } = useProject();
  const all = useQuery(imagesQuery(project.id)).data ?? [];
  if (all.length === 0 && value === null) return null;
  const known = all.map(({ id, name, state, version }) => {
    const note = version === null ? ` (${images.states[state]})` : '';
    return [id, `${name}${note}`] as const;
  });
  const isKnown = value === null || known.some(([id]) => id === value);
  const options = [
    ['', images.ownInterpreters] as const,
    ...(isKnown ? [] : [[value, images.unknownImage] as const]),
    ...known,
  ];
  return (
    <ChoiceField
      id="setting-image"
      label={texts.settings.labels.image}
      note={texts.settings.imageNote}
      options={options}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
