import { texts } from '../texts/en.js';
import { ErrorNote } from './error-note.js';
import { ScreenMissing } from './lazy-screen.js';
import { Page } from './page.js';

/** Replacement for a screen that cannot be shown. The rest of the page keeps working. */
export function ScreenError({ error }: { error: unknown }) {
  const missing = error instanceof ScreenMissing;
  return (
    <Page title={texts.product}>
      {missing ? (
        <div className="note note-error" role="alert">
          <p>{texts.screenMissing}</p>
          <p className="quiet">{texts.screenMissingAbout}</p>
        </div>
      ) : (
        <ErrorNote error={error} />
      )}
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </Page>
  );
}
