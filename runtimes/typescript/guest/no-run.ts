/** Message for a script without a `run`, whether found when compiling or running it. */
export const NO_RUN =
  'The script exports no `run`: write `export default async function run(params, reporter)`';
