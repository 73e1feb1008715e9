import type { Installation } from '../../api/types.js';
import { Card } from '../../parts/card.js';
import { CodeText } from '../../parts/code-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { When } from '../../parts/when.js';
import { Fact } from '../../parts/fact.js';
import { bytes } from '../../texts/en/format.js';
import { texts } from '../../texts/en/health.js';

/** Isolation of scripts: what the sandbox contains, and advice on how to improve it. */
export function SandboxCard({ sandbox }: { sandbox: Installation['sandbox'] }) {
  return (
    <Card title={texts.sandbox(sandbox.level)}>
      <dl className="facts-list">
        <Fact name={texts.kind}>{sandbox.kind}</Fact>
        <Fact name={texts.contains}>{sandbox.contains}</Fact>
        <Fact name={texts.containsNot}>{sandbox.does_not_contain}</Fact>
        {sandbox.advice !== null && (
          <Fact name={texts.advice}>
            <CodeText>{visibleText(sandbox.advice)}</CodeText>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** State of the server that answered the request. */
export function ServerCard({ state }: { state: Installation }) {
  const { slots, agent_slots: agents, rates } = state;
  return (
    <Card title={texts.server}>
      <dl className="facts-list">
        <Fact name={texts.version}>{state.version}</Fact>
        <Fact name={texts.node}>{state.node}</Fact>
        <Fact name={texts.host}>{visibleText(state.host)}</Fact>
        <Fact name={texts.started}>
          <When time={state.started_at} />
        </Fact>
        <Fact name={texts.slots}>{texts.taken(slots.used, slots.of)}</Fact>
        <Fact name={texts.agentSlots}>{texts.taken(agents.used, agents.of)}</Fact>
        <Fact name={texts.rates}>
          {[rates.m1, rates.m5, rates.m15].map((rate) => rate.toFixed(1)).join(' · ')}{' '}
          <span className="quiet">{texts.ratesAbout}</span>
        </Fact>
      </dl>
    </Card>
  );
}

/** State of the database, and of the disk that holds the data folder. */
export function StorageCard({ state: { database, disk } }: { state: Installation }) {
  return (
    <Card title={texts.storage}>
      <dl className="facts-list">
        <Fact name={texts.database}>
          {texts.databases[database.kind]}, {bytes(database.bytes)}
        </Fact>
        <Fact name={texts.disk}>
          {disk === null ? (
            texts.diskUnknown
          ) : (
            <>
              {texts.diskFree(disk.free_bytes, disk.total_bytes)}
              <meter
                className="disk"
                aria-label={texts.disk}
                min={0}
                max={disk.total_bytes}
                value={disk.total_bytes - disk.free_bytes}
              />
            </>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
