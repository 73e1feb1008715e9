import { Dialog } from '../../parts/dialog.js';
import { texts } from '../../texts/en.js';

/** All keys that do something. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.help.title} onClose={onClose}>
      <dl className="keys">
        {texts.help.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
