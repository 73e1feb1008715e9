import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { readSchemaMembers } from './schema-rule.js';

/** Returns an error message such as `must be >= 1` for a member's value, or undefined if it is valid. */
export type MemberCheck = (name: string, value: Json) => string | undefined;

/** Parts of a schema that its members' schemas may refer to. */
const SHARED = ['$schema', '$defs', 'definitions'];

/**
 * Returns a function that validates single members with a JSON Schema. Members whose schema cannot be compiled on its
 * own pass, since the whole object is validated later.
 */
export async function memberCheck(form: Json): Promise<MemberCheck> {
  const [{ compile, resolveDraft }, { explain }] = await Promise.all([
    import('../../base/schema/compile.js'),
    import('../../base/schema/explain.js'),
  ]);
  const shared = isJsonObject(form)
    ? Object.fromEntries(Object.entries(form).filter(([name]) => SHARED.includes(name)))
    : {};
  return (name, value) => {
    const schema = { ...shared, properties: { [name]: readSchemaMembers(form)[name] ?? {} } };
    try {
      const matches = compile(schema, resolveDraft(schema) ?? '2020-12');
      if (matches({ [name]: value })) return undefined;
      return explain(matches.errors ?? [])[0]?.message;
    } catch {
      return undefined;
    }
  };
}
