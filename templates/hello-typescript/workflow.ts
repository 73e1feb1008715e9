import type { Reporter } from 'metarun/workflow';

/** The names to greet. */
interface Params {
  names: string[];
}

export default async function run({ names }: Params, reporter: Reporter) {
  reporter.setPhase('Greeting');
  for (const [index, name] of names.entries()) {
    console.log('greeting', name);
    reporter.setProgress((100 * (index + 1)) / names.length);
  }
  return { greetings: names.map((name) => `Hello, ${name}!`) };
}
