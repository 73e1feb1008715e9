import { ChoiceField } from '../../parts/fields.js';
import { Labelled } from '../../parts/labelled.js';
import { texts } from '../../texts/en/editor.js';
import type { Settings } from './definition.js';
import { useQuery } from '@tanstack/react-query';
import { imagesQuery } from '../../api/images.js';
import { useProject } from '../../parts/use-project.js';
import { texts as images } from '../../texts/en/images.js';

const NETWORKS = ['none', 'restricted', 'open'] as const;
const MCP = (['auto', 'pinned', 'hidden'] as const).map(
  (offer) => [offer, texts.settings.mcp[offer]] as const,
);

/** Form with the settings that the editor can change. */
export function SettingsFields({
  settings,
  identifier,
  onChange,
  onIdentifier,
}: {
  settings: Settings;
  /** Identifier of a new meta-task; null for an existing one, whose identifier is fixed. */
  identifier: string | null;
  onChange: (settings: Settings) => void;
  onIdentifier: (identifier: string) => void;
}) {
  const { name, description, timeout_seconds: timeout, max_attempts: attempts } = settings;
  const { network, allowed_hosts: hosts, docker_image_id: image, mcp } = settings;
  const change = (some: Partial<Settings>): void => onChange({ ...settings, ...some });
  const { labels } = texts.settings;
  return (
    <div className="form">
      <Labelled id="setting-name" label={labels.name}>
        {(field) => (
          <input
            {...field}
            maxLength={200}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Labelled>
      {identifier !== null && (
        <Labelled id="setting-identifier" label={labels.identifier} note={texts.settings.ofName}>
          {(field) => (
            <input
              {...field}
              className="code"
              maxLength={100}
              value={identifier}
              onChange={({ target }) => onIdentifier(target.value)}
            />
          )}
        </Labelled>
      )}
      <details>
        <summary>{texts.settings.more}</summary>
        <div className="form">
          <Labelled id="setting-description" label={labels.description}>
            {(field) => (
              <textarea
                {...field}
                rows={3}
                value={description ?? ''}
                onChange={({ target }) =>
                  change({ description: target.value === '' ? null : target.value })
                }
              />
            )}
          </Labelled>
          <Labelled id="setting-timeout" label={labels.timeout} note={texts.settings.byDefault}>
            {(field) => (
              <input
                {...field}
                type="number"
                min={1}
                value={timeout ?? ''}
                onChange={({ target }) =>
                  change({ timeout_seconds: parseNumberField(target.value) })
                }
              />
            )}
          </Labelled>
          <Labelled id="setting-attempts" label={labels.attempts}>
            {(field) => (
              <input
                {...field}
                type="number"
                min={1}
                max={100}
                value={attempts ?? ''}
                onChange={({ target }) => change({ max_attempts: parseNumberField(target.value) })}
              />
            )}
          </Labelled>
          <ImageField value={image ?? null} onChange={(id) => change({ docker_image_id: id })} />
          <Labelled id="setting-network" label={labels.network}>
            {(field) => (
              <select
                {...field}
                value={network ?? 'none'}
                onChange={({ target }) =>
                  change({ network: NETWORKS.find((one) => one === target.value) ?? 'none' })
                }
              >
                {NETWORKS.map((one) => (
                  <option key={one} value={one}>
                    {texts.settings.networks[one]}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          {network === 'restricted' && (
            <Labelled id="setting-hosts" label={labels.hosts} note={texts.settings.hostsNote}>
              {(field) => (
                <textarea
                  {...field}
                  className="code"
                  rows={3}
                  value={(hosts ?? []).join('\n')}
                  onChange={({ target }) => change({ allowed_hosts: target.value.split('\n') })}
                />
              )}
            </Labelled>
          )}
          <ChoiceField
            id="setting-mcp"
            label={labels.mcp}
            options={MCP}
            value={mcp ?? 'auto'}
            onChange={(value) => change({ mcp: value })}
          />
        </div>
      </details>
    </div>
  );
}

function parseNumberField(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Choice of the image that a meta-task runs on. Null if the project has no images. */
function ImageField({
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
