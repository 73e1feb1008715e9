import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { membersOf } from './schema-rule.js';

/** Returns what is wrong with a value for a member of an object, such as `must be >= 1`; undefined if nothing is. */
export type MemberCheck = (name: string, value: Json) => string | undefined;

/** The parts of a schema that the schemas of its members may refer to. */
const SHARED = ['$schema', '$defs', 'definitions'];

/** Returns the check of single members by a JSON Schema. One whose schema cannot be looked at alone passes: the whole is checked later. */
export async function memberCheck(form: Json): Promise<MemberCheck> {
  const [{ compile, draftOf }, { explain }] = await Promise.all([
    import('../../base/schema/compile.js'),
    import('../../base/schema/explain.js'),
  ]);
  const shared = isJsonObject(form)
    ? Object.fromEntries(Object.entries(form).filter(([name]) => SHARED.includes(name)))
    : {};
  return (name, value) => {
    const schema = { ...shared, properties: { [name]: membersOf(form)[name] ?? {} } };
    try {
      const matches = compile(schema, draftOf(schema) ?? '2020-12');
      if (matches({ [name]: value })) return undefined;
      return explain(matches.errors ?? [])[0]?.message;
    } catch {
      return undefined;
    }
  };
}
