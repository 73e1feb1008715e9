export const ACTOR_KINDS = ['user', 'api_key', 'schedule', 'task'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The user, API key, schedule or task that made a request. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  /** Name at the time of the request; null for a schedule or a task. */
  readonly name: string | null;
}

/** Returns the text by which rows name an actor: `user:<id>`. */
export function actorKey({ kind, id }: Pick<Actor, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** Returns the two column values for an actor, or for none. */
export function actorValues(actor: Actor | null): [key: string | null, name: string | null] {
  return actor === null ? [null, null] : [actorKey(actor), actor.name];
}

/** Returns the actor of the column values of {@link actorValues}, or null. */
export function parseActor(key: string | null, name: string | null): Actor | null {
  if (key === null) return null;
  const at = key.indexOf(':');
  const kind = ACTOR_KINDS.find((known) => known === key.slice(0, at));
  if (kind === undefined) throw new Error(`stored actor of unknown kind: ${key}`);
  return { kind, id: key.slice(at + 1), name };
}
