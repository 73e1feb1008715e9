/**
 * Asks test/run.mjs for something that tests need, which it then provides once for all; resolves to its answer. Where Jest
 * was started in another way nothing is provided: the tests use what exists.
 */
export function provided(need) {
  if (process.env.TEST_NEEDS !== 'ask') return Promise.resolve();
  return new Promise((resolve, reject) => {
    const onMessage = (answer) => {
      if (answer.need !== need) return;
      process.off('message', onMessage);
      if (answer.error === undefined) resolve(answer.value);
      else reject(new Error(answer.error));
    };
    process.on('message', onMessage);
    process.send({ need });
  });
}
