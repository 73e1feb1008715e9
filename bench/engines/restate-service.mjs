// Service whose handlers Restate calls, in a process of its own as its documentation recommends.
import * as restate from '@restatedev/restate-sdk';

const bench = restate.service({
  name: 'bench',
  handlers: {
    noop: async () => null,
    steps: async (context) => {
      let sum = 0;
      for (const name of ['one', 'two', 'three']) sum += await context.run(name, () => 1);
      return sum;
    },
  },
});
// The log of Restate would contain a line for each call.
const port = await restate.serve({ services: [bench], port: 0, logger: () => undefined });
process.on('disconnect', () => process.exit());
process.send({ port });
