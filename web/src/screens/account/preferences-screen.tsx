import { useState } from 'react';
import { ChoiceField, FlagField } from '../../parts/fields.js';
import { CLOCKS, prefer, usePreferences, ZONES } from '../../parts/preferences.js';
import { chooseTheme, storedTheme, THEMES } from '../../parts/theme.js';
import { useNow } from '../../parts/when.js';
import { texts as shared } from '../../texts/en.js';
import { texts as all } from '../../texts/en/account.js';
import { exactTime } from '../../texts/en/format.js';
import { AccountPage } from './account-page.js';

const texts = all.preferences;

/** Preferences stored in this browser. */
export function PreferencesScreen() {
  const { zone, clock, wrap } = usePreferences();
  const [theme, setTheme] = useState(storedTheme);
  return (
    <AccountPage>
      <p className="quiet">{texts.about}</p>
      <div className="panel form narrow-form">
        <ChoiceField
          id="preferred-theme"
          label={texts.theme}
          options={THEMES.map((one) => [one, shared.themes[one]] as const)}
          value={theme}
          onChange={(next) => {
            chooseTheme(next);
            setTheme(next);
          }}
        />
        <ChoiceField
          id="preferred-zone"
          label={texts.zone}
          note={texts.now(exactTime(useNow()))}
          options={ZONES.map((one) => [one, texts.zones[one]] as const)}
          value={zone}
          onChange={(next) => prefer({ zone: next })}
        />
        <ChoiceField
          id="preferred-clock"
          label={texts.clock}
          options={CLOCKS.map((one) => [one, texts.clocks[one]] as const)}
          value={clock}
          onChange={(next) => prefer({ clock: next })}
        />
        <FlagField label={texts.wrap} value={wrap} onChange={(next) => prefer({ wrap: next })} />
      </div>
    </AccountPage>
  );
}
