/**
 * Requests something that tests need from test/run.mjs, which provides it once for all tests; resolves to its answer.
 * If Jest was started in another way, nothing is provided and tests use what exists.
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
