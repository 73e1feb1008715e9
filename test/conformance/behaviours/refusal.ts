const UNKNOWN = '00000000-0000-7000-8000-000000000000';

/** Returns a call that the service refuses with this code. */
export function refused(says: string, code: string, call: Record<'python' | 'typescript', string>) {
  return {
    says,
    result: code,
    params: { unknown: UNKNOWN },
    python: `try:\n    ${call.python}\nexcept Exception as error:\n    return error.code`,
    typescript: `try { ${call.typescript} } catch (error: any) { return error.code; }`,
  };
}
