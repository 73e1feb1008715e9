/** Network policies of a run, from the narrowest to the widest. */
export const NETWORK_POLICIES = ['none', 'restricted', 'open'] as const;
export type NetworkPolicy = (typeof NETWORK_POLICIES)[number];

/** Returns whether `policy` allows more than `most`. */
export function isWider(policy: NetworkPolicy, most: NetworkPolicy): boolean {
  return NETWORK_POLICIES.indexOf(policy) > NETWORK_POLICIES.indexOf(most);
}
