import { type ReactNode, useEffect, useRef } from 'react';
import { Copy } from '../../parts/copy.js';
import { texts } from '../../texts/en/webhooks.js';

/** New secret of a webhook, shown once. `children` contains the buttons to continue. */
export function WebhookSecret({ secret, children }: { secret: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel" aria-labelledby="webhook-secret">
      <h2 id="webhook-secret" ref={heading} tabIndex={-1}>
        {texts.secret.title}
      </h2>
      <p>
        {texts.secret.about} {texts.secret.once}
      </p>
      <div className="buttons">
        <code className="long">{secret}</code>
        <Copy text={secret} />
      </div>
      <div className="buttons">{children}</div>
    </section>
  );
}
