/**
 * Loaded into the server before its own code: answers any message of its parent with what it still holds after everything that can be freed is
 * freed. Needs `--expose-gc`.
 */
process.on('message', () => {
  global.gc();
  global.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ heapUsed, external, rss });
});
process.channel?.unref();
