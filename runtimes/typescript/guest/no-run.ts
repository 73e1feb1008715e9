/** The message for a script without a `run`, whether that is found when it is compiled or only when it runs. */
export const NO_RUN =
  'The script exports no `run`: write `export default async function run(params, reporter)`';
